#include <fmt/format.h>

#include <algorithm>

#include "cmd/flags/cell_flags.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/picture/register_picture.h"
#include "cmd/report/caption.h"
#include "cmd/report/report.h"
#include "cmd/subcommands/subcommand.h"
#include "core/layout/text.h"
#include "core/questions/reduction.h"

namespace layoutq {

namespace {

std::string note_on_cheapest(const Reduction& reduction) {
  return fmt::format(
      "axis {} is the cheapest: {} in a warp, {}", reduction.axis,
      counted(reduction.shuffles, "shuffle"),
      reduction.cross_warp ? "then shared memory and a barrier across warps" : "no second warp");
}

}  // namespace

CommandLine define_reduce() {
  CommandLine line("reduce [flags]",
                   "Shows what a sum along an axis costs: additions, shuffles and shared memory.",
                   {"layoutq reduce --spt 1,4 --tpw 8,4 --wpc 2,1",
                    "layoutq reduce --spt 1,4 --tpw 8,4 --wpc 2,1 --axis 1 --csv"});
  line.flag({.names = "--axis",
             .value = "N",
             .help = "show only this axis (default: a row for each)",
             .also = "--dim"});
  line.group("Cells of a picture");
  add_cell_flags(&line);
  add_layout_flags(&line);
  add_output_flags(&line, with_pictures);
  return line;
}

int run_reduce(const CommandLine& line) {
  line.no_words();

  const OutputOptions options = read_output_options(line, with_pictures);
  only_with_cells(line, options, false);
  const Subject subject = read_layout(line);
  const Layout& layout = subject.layout;
  std::vector<Reduction> reductions;
  if (const auto axis = line.get("--axis")) {
    reductions.push_back(reduction(layout, read_dimension("--axis", *axis, layout.rank())));
  } else {
    for (int d = 0; d < layout.rank(); ++d) reductions.push_back(reduction(layout, d));
  }
  // How CTAs share the work only matters if there are several.
  const bool cluster = layout.blocks() > 1;
  std::vector<std::vector<Value>> rows;
  for (const Reduction& r : reductions) {
    rows.push_back({Int{r.axis}, r.in_thread, r.lanes, r.shuffle_rounds, r.results_per_thread,
                    r.shuffles, r.warps, r.cross_warp});
    if (cluster) rows.back().push_back(r.blocks);
  }
  std::vector<Column> columns{{"axis"},
                              {"in_thread"},
                              {"lanes"},
                              {"shuffle_rounds"},
                              {"results_per_thread"},
                              {"shuffles"},
                              {"warps"},
                              {"cross_warp", Column::Kind::truth}};
  if (cluster) columns.push_back({"blocks"});

  const CellOptions cells = read_cell_options(line, layout);
  const Heading heading = heading_of(subject.description, subject.shape);
  Report report(options, "reduce", heading);
  std::vector<std::string> notes;
  if (reductions.size() > 1) {
    const auto best = std::min_element(reductions.begin(), reductions.end(), cheaper);
    report.summarize({{"cheapest", Column::Kind::number, Int{best->axis}, false}});
    notes = {note_on_cheapest(*best)};
  }
  for (const Reduction& r : reductions) {
    if (r.blocks > 1) {
      notes.push_back(fmt::format("axis {} is split over {}: the sum across them is not counted",
                                  r.axis, counted(r.blocks, "CTA")));
    }
  }
  report.open_with(std::move(columns), rows);
  if (options.is_picture()) {
    std::vector<int> axes;
    for (const Reduction& r : reductions) axes.push_back(r.axis);
    Picture picture = reduction_picture(heading.caption, layout, axes, cells, options.format);
    picture.notes = notes_of(heading, notes);
    write_picture(&report.output(), options.format, picture);
  }
  return report.close(notes);
}

}  // namespace layoutq
