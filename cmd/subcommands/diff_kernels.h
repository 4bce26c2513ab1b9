#pragma once

#include "cmd/flags/command_line.h"

namespace layoutq {

/// Answers `diff --from A --to B`: the operations that move more data, or less, in the second dump
/// of a kernel. The flags have been parsed. Returns the exit code, which is 1 if anything got
/// worse.
int diff_kernels(const CommandLine& line);

}  // namespace layoutq
