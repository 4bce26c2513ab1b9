#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/report.h"
#include "cmd/subcommands/subcommand.h"
#include "core/layout/text.h"
#include "core/text/layout_text.h"

namespace layoutq {

int run_bases(const Arguments& arguments) {
  CommandLine line("bases [flags]",
                   "Where the bits of each index move: the layout as a linear one.",
                   {"layoutq bases --spt 1,4 --tpw 8,4 --wpc 2,1",
                    "layoutq bases -l '#mma' -i kernel.ttgir --shape 64,64 --csv"});
  add_layout_flags(&line);
  add_output_flags(&line);
  if (!line.parse(arguments)) return 0;
  line.no_words();

  const OutputOptions options = read_output_options(line);
  const Subject subject = read_layout(line);
  const auto linear = subject.layout.linear();
  if (!linear) {
    throw Error(
        fmt::format("there are no bases: not every size of the layout on shape {} is a "
                    "power of two",
                    to_text(subject.shape)));
  }
  std::vector<Column> columns{{.name = "input", .kind = Column::Kind::text, .width = 8}, {"bit"}};
  for (int d = 0; d < subject.shape.rank(); ++d) columns.push_back({fmt::format("dim{}", d)});

  Report report(options, "bases", heading_of(subject.description, subject.shape));
  if (report.is_table()) {
    report.open_by_hand(std::move(columns));
    report.output().print("{}\n", mlir_text(*linear));
  } else {
    report.open(std::move(columns));
  }
  constexpr std::pair<std::string_view, Index> inputs[] = {{"register", Index::reg},
                                                           {"lane", Index::lane},
                                                           {"warp", Index::warp},
                                                           {"block", Index::block}};
  for (const auto& [name, index] : inputs) {
    Int bit = 0;
    for (const Coordinate& basis : linear->bases(index)) {
      std::vector<Value> row{Text{std::string(name)}, bit++};
      row.insert(row.end(), basis.begin(), basis.end());
      report.row(row);
    }
  }
  return report.close(notes_on_copies(subject.layout));
}

}  // namespace layoutq
