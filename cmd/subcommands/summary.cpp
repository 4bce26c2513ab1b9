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

template <class Number>
Text per_dimension(const std::vector<Tiling>& tilings, Number Tiling::*number) {
  Dims all;
  for (const Tiling& tiling : tilings) all.push_back(tiling.*number);
  return {dims_text(all), to_json(all)};
}

/// Writes a column for each figure, so that assertions can test it.
void write_row(Report* report, const Summary& summary) {
  using Kind = Column::Kind;
  std::vector<Column> columns{{.name = "tile", .kind = Kind::text},
                              {.name = "reps", .kind = Kind::text},
                              {"registers"},
                              {"registers_32bit"},
                              {"threads"},
                              {"elements"},
                              {"copies_min"},
                              {"copies"},
                              {.name = "redundant", .kind = Kind::percent}};
  const Replication& whole = summary.glance.replication;
  std::vector<Value> row{per_dimension(summary.glance.tilings, &Tiling::tile),
                         per_dimension(summary.glance.tilings, &Tiling::reps),
                         whole.registers_per_thread,
                         summary.glance.words,
                         whole.threads,
                         whole.elements,
                         whole.copies_min,
                         whole.copies_max,
                         whole.redundant};
  for (const Reduction& reduction : summary.glance.reductions) {
    const auto column = [&](std::string_view name) {
      return fmt::format("reduce{}_{}", reduction.axis, name);
    };
    columns.push_back({column("in_thread")});
    columns.push_back({column("shuffles")});
    columns.push_back({column("cross_warp"), Kind::truth});
    row.insert(row.end(), {reduction.in_thread, reduction.shuffles, reduction.cross_warp});
  }
  columns.push_back({"vector_bytes"});
  columns.push_back({"sectors"});
  columns.push_back({.name = "efficiency", .kind = Kind::percent});
  row.push_back(summary.vector_bytes);
  row.push_back(summary.load ? Value(summary.load->sectors) : Value(std::monostate()));
  row.push_back(summary.load ? Value(summary.load->efficiency()) : Value(std::monostate()));
  if (report->is_table()) {
    report->open_by_hand(std::move(columns));
    report->row(row);
  } else {
    report->open_with(std::move(columns), {row});
  }
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
  write_row(&report, summary);
  if (report.is_table()) write_screen(&report.output(), subject.layout, summary);
  return report.close(notes_on_copies(subject.layout));
}

}  // namespace layoutq
