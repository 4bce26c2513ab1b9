#pragma once

#include "cmd/flags/command_line.h"
#include "core/layout/walk.h"

namespace layoutq {

/// Declares the flags that restrict an answer to some threads: --warp, --lane, --thread, --block.
void add_thread_flags(CommandLine* line);
/// Declares the flags that restrict it to some registers and elements: --register, --at.
void add_element_flags(CommandLine* line);

/// Returns the part of the layout that the thread flags select. Throws Error for a range outside
/// the layout, and if --thread has no thread in common with --warp and --lane.
Selection read_threads(const CommandLine& line, const Layout& layout);
/// Returns the part that the thread flags and the element flags select.
Selection read_selection(const CommandLine& line, const Layout& layout);

}  // namespace layoutq
