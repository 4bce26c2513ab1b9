#include <fmt/format.h>

#include <algorithm>

#include "cmd/flags/cell_flags.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/picture/register_picture.h"
#include "cmd/report/caption.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/requests.h"
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

Table<Reduction> reduction_table(const Layout& layout) {
  Table<Reduction> table;
  table.add({"axis"}, &Reduction::axis);
  table.add({"in_thread"}, &Reduction::in_thread);
  table.add({"lanes"}, &Reduction::lanes);
  table.add({"shuffle_rounds"}, &Reduction::shuffle_rounds);
  table.add({"results_per_thread"}, &Reduction::results_per_thread);
  table.add({"shuffles"}, &Reduction::shuffles);
  table.add({"warps"}, &Reduction::warps);
  table.add({"cross_warp", Column::Kind::truth}, &Reduction::cross_warp);
  // How CTAs share the work only matters if there are several.
  if (layout.blocks() > 1) table.add({"blocks"}, &Reduction::blocks);
  return table;
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

  const OutputOptions output = read_output_options(line, with_pictures);
  only_with_cells(line, output, false);
  Subject subject = read_layout(line);
  const int rank = subject.layout.rank();
  std::vector<int> axes;
  if (const auto axis = line.get("--axis")) {
    axes.push_back(read_dimension("--axis", *axis, rank));
  } else {
    for (int d = 0; d < rank; ++d) axes.push_back(d);
  }
  const CellOptions cells = read_cell_options(line, subject.layout);
  return answer(ReduceRequest{output, std::move(subject), std::move(axes), cells});
}

int answer(const ReduceRequest& request) {
  const Layout& layout = request.subject.layout;
  std::vector<Reduction> reductions;
  for (int axis : request.axes) reductions.push_back(reduction(layout, axis));
  const Heading heading = heading_of(request.subject.description, request.subject.shape);
  Report report(request.output, "reduce", heading);
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
  reduction_table(layout).write(&report, reductions);
  if (request.output.is_picture()) {
    Picture picture = reduction_picture(heading.caption, layout, request.axes, request.cells,
                                        request.output.format);
    picture.notes = notes_of(heading, notes);
    write_picture(&report.output(), request.output.format, picture);
  }
  return report.close(notes);
}

}  // namespace layoutq
