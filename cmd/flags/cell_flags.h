#pragma once

#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/output_flags.h"
#include "cmd/report/cell.h"

namespace layoutq {

/// Declares --cell and --color-by for cells that show who holds an element. The defaults are only
/// printed in the help.
void add_cell_flags(CommandLine* line, std::string_view default_cell = "warp:lane",
                    std::string_view default_colour = "warp");
/// Reads them. In a layout over several CTAs the cells show the CTA as well. Throws Error for an
/// unknown value.
CellOptions read_cell_options(const CommandLine& line, const Layout& layout,
                              std::string_view default_cell = "warp:lane",
                              std::string_view default_colour = "warp");
/// Throws Error if one of them is given and the format has no cells. Pictures have cells, and a
/// table has them if `in_table`.
void only_with_cells(const CommandLine& line, const OutputOptions& options, bool in_table);

}  // namespace layoutq
