#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/subcommand.h"
#include "core/questions/replication.h"
#include "core/questions/tiling.h"

namespace layoutq {

namespace {

Table<Tiling> tiling_table() {
  Table<Tiling> table;
  table.add({"dim"}, &Tiling::dim);
  table.add({"shape"}, &Tiling::shape);
  table.add({"size_per_thread"}, &Tiling::size_per_thread);
  table.add({"threads_per_warp"}, &Tiling::threads_per_warp);
  table.add({"warps_per_cta"}, &Tiling::warps_per_cta);
  table.add({"tile"}, &Tiling::tile);
  table.add({"reps"}, &Tiling::reps);
  table.add({"registers"}, &Tiling::registers);
  table.add({"copies"}, &Tiling::copies);
  return table;
}

}  // namespace

CommandLine define_reps() {
  CommandLine line("reps [flags]",
                   "Shows how the tile covers the tensor, and how many copies of an element exist.",
                   {"layoutq reps --spt 1,4 --tpw 8,4 --wpc 2,1 --shape 32,16",
                    "layoutq reps --spt 1,4 --tpw 8,4 --wpc 2,1 --shape 8,16 --json"});
  add_layout_flags(&line);
  add_output_flags(&line);
  return line;
}

int run_reps(const CommandLine& line) {
  line.no_words();

  const OutputOptions options = read_output_options(line);
  const Subject subject = read_layout(line);
  std::vector<Tiling> rows;
  for (int d = 0; d < subject.layout.rank(); ++d) rows.push_back(tiling(subject.layout, d));
  const Replication whole = replication(subject.layout);

  Report report(options, "reps", heading_of(subject.description, subject.shape));
  using Kind = Column::Kind;
  report.summarize({{"registers_per_thread", Kind::number, whole.registers_per_thread},
                    {"threads", Kind::number, whole.threads},
                    {"elements", Kind::number, whole.elements},
                    {"copies_min", Kind::number, whole.copies_min},
                    {"copies_max", Kind::number, whole.copies_max},
                    {"redundant", Kind::percent, whole.redundant}});
  tiling_table().write(&report, rows);
  return report.close(notes_on_copies(subject.layout));
}

}  // namespace layoutq
