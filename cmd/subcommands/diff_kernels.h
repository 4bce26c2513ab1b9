#pragma once

#include "cmd/flags/command_line.h"

namespace layoutq {

/// Runs `diff --from A --to B`: reports the operations of two dumps of a kernel that access memory
/// more or less than before. Returns the exit code: 1 if anything got worse.
int diff_kernels(const CommandLine& line);

}  // namespace layoutq
