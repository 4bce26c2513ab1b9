#pragma once

#include "cmd/flags/command_line.h"
#include "core/layout/walk.h"

namespace layoutq {

/// Declares the flags that narrow an answer to some threads: --warp, --lane, --thread,
/// --block.
void add_thread_flags(CommandLine* line);
/// Declares the flags that narrow it to some registers and elements: --register, --at.
void add_element_flags(CommandLine* line);

/// The part of the layout that the thread flags leave. Error for a range that names nothing there
/// is, and where --thread has nothing in common with --warp and --lane.
Selection read_threads(const CommandLine& line, const Layout& layout);
/// The part that the thread and the element flags leave.
Selection read_selection(const CommandLine& line, const Layout& layout);

}  // namespace layoutq
