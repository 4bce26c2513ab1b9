#pragma once

#include "cmd/flags/command_line.h"

namespace layoutq {

/// `diff --from A --to B`: the operations of two dumps of a kernel that do more, or less, to
/// memory. The flags have been declared and read. The value is the exit code: 1 where anything got
/// worse.
int diff_kernels(const CommandLine& line);

}  // namespace layoutq
