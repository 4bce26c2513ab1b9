#pragma once

#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/output_flags.h"
#include "cmd/report/cell.h"

namespace layoutq {

/// What cells show, and which number colours them.
struct CellOptions {
  std::string name;  ///< as typed: "warp:lane"
  CellFields fields = {};
  ColourBy colour_by = ColourBy::warp;
};

/// Declares --cell and --color-by for cells that show holders. The help gives these defaults.
void add_cell_flags(CommandLine* line, std::string_view default_cell = "warp:lane",
                    std::string_view default_colour = "warp");
/// Reads these flags. For a cluster, cells also show the CTA. Throws Error for an unknown value.
CellOptions read_cell_options(const CommandLine& line, const Layout& layout,
                              std::string_view default_cell = "warp:lane",
                              std::string_view default_colour = "warp");
/// Throws Error if one of these flags is used and the format has no cells. A table has cells if
/// `in_table`.
void only_with_cells(const CommandLine& line, const OutputOptions& options, bool in_table);

}  // namespace layoutq
