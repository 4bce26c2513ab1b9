#include "cmd/error.h"
#include "cmd/flags/cell_flags.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/selection_flags.h"
#include "cmd/picture/register_picture.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/place_rows.h"
#include "cmd/report/report.h"
#include "cmd/report/thread_table.h"
#include "cmd/subcommands/subcommand.h"

namespace layoutq {

CommandLine define_slice() {
  CommandLine line("slice --dim N [flags]",
                   "Shows the layout that a reduction along a dimension leaves, and who "
                   "holds\ncopies of its elements.",
                   {"layoutq slice --spt 1,4 --tpw 8,4 --wpc 2,1 --dim 1",
                    "layoutq slice --spt 1,4 --tpw 8,4 --wpc 2,1 --dim 1 --warp 0 --csv"});
  line.flag({.names = "--dim,--axis",
             .value = "N",
             .help = "dimension to drop, after those that --slice\ndrops (required)"});
  add_thread_flags(&line);
  line.group("Cells of a picture");
  add_cell_flags(&line);
  add_layout_flags(&line);
  add_output_flags(&line, with_pictures);
  return line;
}

int run_slice(const CommandLine& line) {
  line.no_words();

  const OutputOptions options = read_output_options(line, with_pictures);
  only_with_cells(line, options, false);
  const auto dim = line.get("--dim");
  if (!dim) throw Error("--dim is missing: the dimension that the reduction takes, as in --dim 1");
  const Subject subject = read_layout(line, {.then_slice = LayoutWords::Slice{"--dim", *dim}});
  const Layout& layout = subject.layout;
  const Selection selection = read_threads(line, layout);
  const CellOptions cells = read_cell_options(line, layout);

  const Heading heading = heading_of(subject.description, subject.shape);
  Report report(options, "slice", heading);
  const bool by_hand = report.is_table() || options.is_picture();
  if (options.is_picture()) {
    report.open_by_hand(columns_by_place(layout));
    Picture picture = layout_picture(heading.caption, layout, selection, cells, options.format);
    picture.notes = notes_of(heading, notes_on_holders(layout));
    write_picture(&report.output(), options.format, picture);
  } else if (report.is_table()) {
    report.open_by_hand(columns_by_place(layout));
    write_threads(&report, layout, selection, false);
  } else {
    report.open(columns_by_place(layout));
  }
  if (!by_hand || report.checks_rows()) {
    write_all_by_place(&report, layout, selection);
  }
  return report.close(notes_on_holders(layout));
}

}  // namespace layoutq
