#include "cmd/flags/cell_flags.h"

#include "cmd/error.h"
#include "cmd/flags/read.h"

namespace layoutq {

void add_cell_flags(CommandLine* line, std::string_view default_cell,
                    std::string_view default_colour) {
  line->flag(
      {.names = "--cell",
       .value = "FIELDS",
       .help = "text of a cell: lane, warp:lane, thread,\nwarp:lane:register or thread:register\n",
       .by_default = default_cell,
       .choices = "lane warp:lane thread warp:lane:register thread:register"});
  line->flag({.names = "--color-by",
              .value = "WHAT",
              .help = "colour of a cell: warp, lane, register, block\nor copies",
              .by_default = default_colour,
              .choices = "warp lane register block copies"});
}

CellOptions read_cell_options(const CommandLine& line, const Layout& layout,
                              std::string_view default_cell, std::string_view default_colour) {
  CellOptions options{.name = std::string(line.get("--cell").value_or(default_cell))};
  options.fields =
      read_choice<CellFields>("--cell", options.name,
                              {{"lane", {.lane = true}},
                               {"warp:lane", {.warp = true, .lane = true}},
                               {"warp:lane:register", {.warp = true, .lane = true, .reg = true}},
                               {"thread", {.thread = true}},
                               {"thread:register", {.thread = true, .reg = true}}});
  options.fields.block = layout.blocks() > 1;
  if (options.fields.block) options.name = "block:" + options.name;
  options.colour_by =
      read_choice<ColourBy>("--color-by", line.get("--color-by").value_or(default_colour),
                            {{"warp", ColourBy::warp},
                             {"lane", ColourBy::lane},
                             {"register", ColourBy::reg},
                             {"block", ColourBy::block},
                             {"copies", ColourBy::copies}});
  return options;
}

void only_with_cells(const CommandLine& line, const OutputOptions& options, bool in_table) {
  if (options.is_picture() || (in_table && options.format == Format::table)) return;
  for (std::string_view flag : {"--cell", "--color-by"}) {
    if (!line.given(flag)) continue;
    throw Error(
        fmt::format("{} works only with --format {}svg or html", flag, in_table ? "table, " : ""));
  }
}

}  // namespace layoutq
