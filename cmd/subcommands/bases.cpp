#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/subcommand.h"
#include "core/layout/text.h"
#include "core/text/layout_text.h"

namespace layoutq {

namespace {

/// An input of the map: its name, and its bases.
struct Input {
  std::string_view name;
  Bases bases;
};

/// A row of the answer: the element to which a bit of an input moves.
struct Basis {
  std::string_view input;
  Int bit;
  Coordinate element;
};

int report_bases(const OutputOptions& options, Heading heading, const Shape& shape,
                 const std::string& text, const std::vector<Input>& inputs,
                 const std::vector<std::string>& notes) {
  Table<Basis> table;
  table.add({.name = "input", .kind = Column::Kind::text, .width = 8}, &Basis::input);
  table.add({"bit"}, &Basis::bit);
  for (int d = 0; d < shape.rank(); ++d) {
    table.add({fmt::format("dim{}", d)}, &Basis::element,
              [d](const Coordinate& element) { return element[d]; });
  }
  Report report(options, "bases", std::move(heading));
  if (report.is_table()) {
    report.open_by_hand(table.columns());
    report.output().print("{}\n", text);
  } else {
    report.open(table.columns());
  }
  for (const Input& input : inputs) {
    Int bit = 0;
    for (const Coordinate& basis : input.bases) {
      report.row(table.values({input.name, bit++, basis}));
    }
  }
  return report.close(notes);
}

int bases_of_registers(const OutputOptions& options, const Subject& subject) {
  const auto linear = subject.layout.linear();
  if (!linear) {
    throw Error(
        fmt::format("the layout on shape {} has no bases: not every size is a "
                    "power of two",
                    to_text(subject.shape)));
  }
  return report_bases(options, heading_of(subject.description, subject.shape), subject.shape,
                      mlir_text(*linear),
                      {{"register", linear->bases(Index::reg)},
                       {"lane", linear->bases(Index::lane)},
                       {"warp", linear->bases(Index::warp)},
                       {"block", linear->bases(Index::block)}},
                      notes_on_copies(subject.layout));
}

int bases_of_memory(const OutputOptions& options, const SharedSubject& subject) {
  const LinearLayout numbers = subject.layout.linear();
  std::vector<std::string> notes;
  if (!subject.layout.paddings().empty()) {
    notes.emplace_back("these are the offsets before padding is added");
  }
  // A SharedLinear's own text has more parameters than its bases.
  const bool by_bases = std::holds_alternative<SharedLinear>(subject.description.kind);
  return report_bases(
      options, heading_of(subject.description, subject.shape), subject.shape,
      by_bases ? mlir_text(subject.description) : mlir_text(subject.layout),
      {{"offset", numbers.bases(Index::reg)}, {"block", numbers.bases(Index::block)}}, notes);
}

}  // namespace

CommandLine define_bases() {
  CommandLine line(
      "bases [flags]",
      "Shows the layout as a linear one: the element to which each bit of an index\nmoves.",
      {"layoutq bases --spt 1,4 --tpw 8,4 --wpc 2,1",
       "layoutq bases -l '#mma' -i kernel.ttgir --shape 64,64 --csv"});
  add_layout_flags(&line);
  add_output_flags(&line);
  return line;
}

int run_bases(const CommandLine& line) {
  line.no_words();

  const OutputOptions options = read_output_options(line);
  const AnySubject any = read_any_layout(line);
  if (const auto* shared = std::get_if<SharedSubject>(&any)) {
    return bases_of_memory(options, *shared);
  }
  return bases_of_registers(options, std::get<Subject>(any));
}

}  // namespace layoutq
