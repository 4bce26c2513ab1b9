#pragma once

#include "cmd/flags/command_line.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"

namespace layoutq {

/// Answers `map` for a layout in shared memory: where each element lies, or what lies at each
/// offset. Returns the exit code.
int map_memory(const CommandLine& line, const OutputOptions& options, const SharedSubject& subject);

}  // namespace layoutq
