#include "cmd/report/thread_table.h"

#include "core/layout/text.h"

namespace layoutq {

void write_threads(Report* report, const Layout& layout, const Selection& selection,
                   bool name_registers) {
  Output& output = report->output();
  const std::size_t warp_width = std::max<std::size_t>(4, digits(layout.warps() - 1));
  const std::size_t lane_width = std::max<std::size_t>(4, digits(layout.lanes() - 1));
  const bool cluster = layout.blocks() > 1;
  const std::size_t block_width = std::max<std::size_t>(5, digits(layout.blocks() - 1));
  if (cluster) output.print("{:>{}}  ", "block", block_width);
  output.print("{:>{}}  {:>{}}  {}\n", "warp", warp_width, "lane", lane_width,
               name_registers ? "register:element" : "elements");
  Int line = -1;
  walk_places(layout, selection, [&](const Run& run) {
    const Int thread = run.place.block * layout.threads() + layout.thread(run.place);
    if (thread != line) {
      if (line >= 0) report->end_line();
      line = thread;
      report->paint(run.place.warp);
      if (cluster) output.print("{:>{}}  ", run.place.block, block_width);
      output.print("{:>{}}  {:>{}} ", run.place.warp, warp_width, run.place.lane, lane_width);
    }
    for (Int i = 0; i < run.length; ++i) {
      const Run part = run.part(i, 1);
      output.character(' ');
      if (name_registers) {
        output.number(part.place.reg);
        output.character(':');
      }
      output.character('(');
      for (int d = 0; d < part.element.rank(); ++d) {
        if (d > 0) output.character(',');
        output.number(part.element[d]);
      }
      output.character(')');
    }
  });
  if (line >= 0) report->end_line();
}

}  // namespace layoutq
