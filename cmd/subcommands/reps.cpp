#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/report.h"
#include "cmd/subcommands/subcommand.h"
#include "core/questions/replication.h"
#include "core/questions/tiling.h"

namespace layoutq {

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
  std::vector<std::vector<Value>> rows;
  for (int d = 0; d < subject.layout.rank(); ++d) {
    const Tiling covers = tiling(subject.layout, d);
    rows.push_back({Int{d}, covers.shape, covers.size_per_thread, covers.threads_per_warp,
                    covers.warps_per_cta, covers.tile, covers.reps, covers.registers,
                    covers.copies});
  }
  const Replication whole = replication(subject.layout);

  Report report(options, "reps", heading_of(subject.description, subject.shape));
  using Kind = Column::Kind;
  report.summarize({{"registers_per_thread", Kind::number, whole.registers_per_thread},
                    {"threads", Kind::number, whole.threads},
                    {"elements", Kind::number, whole.elements},
                    {"copies_min", Kind::number, whole.copies_min},
                    {"copies_max", Kind::number, whole.copies_max},
                    {"redundant", Kind::percent, whole.redundant}});
  report.open_with({{"dim"},
                    {"shape"},
                    {"size_per_thread"},
                    {"threads_per_warp"},
                    {"warps_per_cta"},
                    {"tile"},
                    {"reps"},
                    {"registers"},
                    {"copies"}},
                   rows);
  return report.close(notes_on_copies(subject.layout));
}

}  // namespace layoutq
