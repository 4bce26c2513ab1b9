#pragma once

#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/output_flags.h"
#include "cmd/report/cell.h"

namespace layoutq {

/// What cells show, and what colours them.
struct CellOptions {
  std::string name;  ///< as it was given: "warp:lane"
  CellFields fields = {};
  ColourBy colour_by = ColourBy::warp;
};

/// Declares --cell and --color-by for cells that show holders; the help says what they are without
/// them.
void add_cell_flags(CommandLine* line, std::string_view default_cell = "warp:lane",
                    std::string_view default_colour = "warp");
/// Reads them; of a cluster's layout, cells show the CTA as well. Error for a value that is none.
CellOptions read_cell_options(const CommandLine& line, const Layout& layout,
                              std::string_view default_cell = "warp:lane",
                              std::string_view default_colour = "warp");
/// Error where one of them is given and the format has no cells: where `in_table`, a table has.
void only_with_cells(const CommandLine& line, const OutputOptions& options, bool in_table);

}  // namespace layoutq
