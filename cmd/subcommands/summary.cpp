#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cmd/error.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/memory_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/glance.h"
#include "cmd/report/notes.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/subcommand.h"
#include "core/layout/text.h"
#include "core/questions/sectors.h"

namespace layoutq {

namespace {

/// The answers that fit on one screen.
struct Summary {
  Glance glance;
  PlacedTensor tensor;
  Int vector_bytes = 0;
  std::optional<Traffic> load;  ///< the first repetition of warp 0
};

Summary summarize(const CommandLine& line, const Subject& subject) {
  const Layout& layout = subject.layout;
  Summary summary;
  summary.tensor = read_memory(line, subject);
  const Memory& memory = summary.tensor.memory;
  summary.glance = glance_at(layout, memory.element_bytes);
  summary.vector_bytes = vector_registers(layout, memory) * memory.element_bytes;
  summary.load = repetition_traffic(layout, memory, {}, 0);
  return summary;
}

/// Has a column for each figure, so that assertions can test it.
Table<Summary> summary_table(int rank) {
  using Kind = Column::Kind;
  Table<Summary> table;
  const auto glance = &Summary::glance;
  const auto whole = &Glance::replication;
  const auto add_per_dimension = [&](const char* name, Int Tiling::*number) {
    table.add({name, Kind::text}, glance, [number](const Glance& answers) {
      Dims all;
      for (const Tiling& tiling : answers.tilings) all.push_back(tiling.*number);
      return Text{dims_text(all), to_json(all)};
    });
  };
  add_per_dimension("tile", &Tiling::tile);
  add_per_dimension("reps", &Tiling::reps);
  table.add({"registers"}, glance, whole, &Replication::registers_per_thread);
  table.add({"registers_32bit"}, glance, &Glance::words);
  table.add({"threads"}, glance, whole, &Replication::threads);
  table.add({"elements"}, glance, whole, &Replication::elements);
  table.add({"copies_min"}, glance, whole, &Replication::copies_min);
  table.add({"copies"}, glance, whole, &Replication::copies_max);
  table.add({"redundant", Kind::percent}, glance, whole, &Replication::redundant);
  for (int d = 0; d < rank; ++d) {
    const auto add = [&](const char* name, Kind kind, auto member) {
      table.add({fmt::format("reduce{}_{}", d, name), kind}, glance,
                [d, member](const Glance& answers) {
                  return answers.reductions[static_cast<std::size_t>(d)].*member;
                });
    };
    add("in_thread", Kind::number, &Reduction::in_thread);
    add("shuffles", Kind::number, &Reduction::shuffles);
    add("cross_warp", Kind::truth, &Reduction::cross_warp);
  }
  table.add({"vector_bytes"}, &Summary::vector_bytes);
  table.add({"sectors"}, &Summary::load, &Traffic::sectors);
  table.add({"efficiency", Kind::percent}, &Summary::load, &Traffic::efficiency);
  return table;
}

void write_screen(Output* output, const Layout& layout, const Summary& summary) {
  write_glance(output, layout, summary.glance, summary.tensor.dtype);
  output->print("load       {}, strides {}: {} bytes a lane and request", summary.tensor.dtype,
                to_text(summary.tensor.memory.strides), summary.vector_bytes);
  if (summary.load) {
    output->print("; warp 0{} touches {}, {:.1f}% of it wanted",
                  layout.repetitions() > 1 ? "'s first repetition" : "",
                  counted(summary.load->sectors, "sector"), 100 * summary.load->efficiency());
  }
  output->character('\n');
}

}  // namespace

CommandLine define_summary() {
  CommandLine line("LAYOUT [flags]",
                   "Shows a layout at a glance: tile, registers, copies, reductions, load.",
                   {"layoutq '#ttg.blocked<{sizePerThread = [1, 4], ...}>' -t 'tensor<16x16xf16>'",
                    "layoutq --spt 1,4 --tpw 8,4 --wpc 2,1 --json",
                    "layoutq '#mma' --from kernel.ttgir --shape 128,64 --assert 'copies == 1'"});
  line.words(
      "LAYOUT",
      "text of a layout or type of a tensor, in single\nquotes; the flags below can give it, too");
  add_memory_flags(&line);
  add_layout_flags(&line);
  add_output_flags(&line);
  return line;
}

int run_summary(const CommandLine& line) {
  if (line.words().size() > 1) {
    throw Error(fmt::format("unexpected argument {}: a layout is one word in single quotes",
                            printable(line.words()[1])));
  }
  LayoutWords words;
  if (!line.words().empty()) {
    const std::string& word = line.words().front();
    (word.starts_with("tensor<") ? words.tensor : words.layout) = word;
  }
  const OutputOptions options = read_output_options(line);
  const Subject subject = read_layout(line, words);
  const Summary summary = summarize(line, subject);

  Report report(options, "summary", heading_of(subject.description, subject.shape));
  const Table<Summary> table = summary_table(subject.layout.rank());
  if (report.is_table()) {
    report.open_by_hand(table.columns());
    report.row(table.values(summary));
    write_screen(&report.output(), subject.layout, summary);
  } else {
    table.write(&report, {summary});
  }
  return report.close(notes_on_copies(subject.layout));
}

}  // namespace layoutq
