#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "cmd/closest.h"
#include "cmd/error.h"
#include "cmd/flags/kernel_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/glance.h"
#include "cmd/report/kernel_notes.h"
#include "cmd/report/report.h"
#include "cmd/subcommands/kernel_rows.h"
#include "cmd/subcommands/requests.h"
#include "cmd/subcommands/subcommand.h"
#include "core/layout/text.h"
#include "core/questions/sectors.h"

namespace layoutq {

namespace {

enum class Sort { line, efficiency, sectors };

/// Reads the kinds of operations, as in `load,store`.
std::vector<RowKind> read_kinds(std::string_view text) {
  std::array<std::string_view, all_row_kinds.size()> names;
  for (RowKind kind : all_row_kinds) names[static_cast<std::size_t>(kind)] = name_of(kind);
  std::vector<RowKind> chosen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = trimmed(text.substr(begin, end - begin));
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw_no_choice("--only", name, names);
    chosen.push_back(all_row_kinds[static_cast<std::size_t>(found - names.begin())]);
    begin = end + 1;
  }
  return chosen;
}

/// Splits "kernel.py:12" into the file and the number, so that line 9 sorts before line 12.
std::pair<std::string_view, Int> place_of(std::string_view line) {
  const std::size_t colon = line.rfind(':');
  Int number = 0;
  if (colon != std::string_view::npos) {
    std::from_chars(line.data() + colon + 1, line.data() + line.size(), number);
  }
  return {line.substr(0, colon), number};
}

void sort_rows(Sort sort, std::vector<KernelRow>* rows) {
  const auto by = [&](auto key) {
    std::stable_sort(rows->begin(), rows->end(),
                     [&](const KernelRow& a, const KernelRow& b) { return key(a) < key(b); });
  };
  switch (sort) {
    case Sort::line:
      // Operations without a line come last.
      by([](const KernelRow& row) {
        return std::tuple(row.function, row.operation->line.empty(), place_of(row.operation->line));
      });
      break;
    case Sort::efficiency:
      by([](const KernelRow& row) {
        return std::pair(!row.operation->efficiency, row.operation->efficiency.value_or(0));
      });
      break;
    case Sort::sectors:
      by([](const KernelRow& row) {
        return row.operation->traffic ? -row.operation->traffic->sectors : 1;
      });
      break;
  }
}

/// Hides columns of a table that have nothing to show.
void hide_empty_columns(const InspectedFile& file, const std::vector<KernelRow>& rows,
                        Table<KernelRow>* table) {
  std::vector<std::vector<Value>> values;
  for (const KernelRow& row : rows) values.push_back(table->values(row));
  for (std::size_t i = 0; i < table->columns().size(); ++i) {
    Column& column = table->columns()[i];
    const auto all = [&](const Value& value) {
      return std::all_of(values.begin(), values.end(), [&](const auto& row) {
        return std::holds_alternative<std::monostate>(row[i]) || row[i] == value;
      });
    };
    if (column.name == "function") {
      column.in_table = file.functions().size() > 1;
    } else if (column.name == "times" || column.name == "copies") {
      column.in_table = !all(Int{1});
    } else if (column.name == "cross_warp" || column.name == "ideal_sectors") {
      column.in_table = false;  // moves and efficiency show the same
    } else if (column.name != "line") {
      column.in_table = !all(std::monostate());
    }
  }
}

std::string arguments_json(const InspectedFile& file, const InspectedFunction& function) {
  std::string json;
  for (std::size_t i = 0; i < function.function->arguments.size(); ++i) {
    const KernelArgument& argument = function.function->arguments[i];
    const ValueType& type = file.kernels().type_of(*function.function, argument.value);
    if (type.element != ValueType::Element::integer || type.tensor) continue;
    const auto& name = function.function->values[static_cast<std::size_t>(argument.value)].name;
    json += fmt::format("{}{}: {}", json.empty() ? "" : ", ", json_string(name),
                        function.launch.arguments[i]);
  }
  return "{" + json + "}";
}

Heading heading_of(const InspectedFile& file, const std::vector<std::string>& notes) {
  Heading heading;
  heading.caption = file.name();
  const bool single = file.functions().size() == 1;
  heading.caption +=
      single ? fmt::format(": {}", file.functions().front().name)
             : fmt::format(": {}", counted(static_cast<Int>(file.functions().size()), "function"));
  std::string functions;
  for (const InspectedFunction& function : file.functions()) {
    std::string assumed;
    for (const std::string& name : function.assumed) {
      assumed += (assumed.empty() ? "" : ", ") + json_string(name);
    }
    functions += fmt::format("{}{{\"name\": {}, \"arguments\": {}, \"assumed\": [{}]}}",
                             functions.empty() ? "" : ", ", json_string(function.name),
                             arguments_json(file, function), assumed);
  }
  std::string all_notes;
  for (const std::string& note : notes) {
    all_notes += (all_notes.empty() ? "" : ", ") + json_string(note);
  }
  heading.members = {
      {"file", json_string(file.name())},
      {"functions", "[" + functions + "]"},
      {"program", fmt::format("[{}]", fmt::join(file.functions().front().launch.program, ", "))},
      {"notes", "[" + all_notes + "]"}};
  return heading;
}

/// Returns the operation that --show names, or the one on line 12 of the file for ":12".
const KernelRow& find_shown(std::string_view text, const std::vector<KernelRow>& rows) {
  std::string_view name = text;
  if (name.starts_with('%')) name.remove_prefix(1);
  std::vector<const KernelRow*> found;
  std::vector<std::string> names;
  for (const KernelRow& row : rows) {
    names.emplace_back(row.operation->name);
    const bool same = name.starts_with(':')
                          ? name.substr(1) == fmt::format("{}", row.operation->operation->line)
                          : row.operation->name == name;
    if (same) found.push_back(&row);
  }
  if (found.size() == 1) return *found.front();
  if (found.empty()) {
    throw Error(fmt::format("--show {}: no such operation that moves data{}", printable(text),
                            did_you_mean(closest(name, names))));
  }
  std::vector<std::string> lines;
  for (const KernelRow* row : found) {
    lines.push_back(fmt::format("--show :{} ({})", row->operation->operation->line,
                                name_of(row->operation->kind)));
  }
  throw Error(
      fmt::format("--show {}: several operations have this name; choose one by its line: {}",
                  printable(text), fmt::join(lines, ", ")));
}

/// A picture of a load shows all elements, at the width that layout and strides allow. Prints a
/// note if the load itself does less.
void note_differences(const InspectedOperation& operation, const Layout& layout,
                      const Memory& memory) {
  const Int vector = vector_registers(layout, memory);
  const CtaTraffic drawn = cta_traffic(layout, memory, vector, 0);
  const Int times = std::max<Int>(1, operation.times.value_or(1));
  if (operation.traffic && drawn.requests * times == operation.traffic->requests &&
      drawn.sectors * times == operation.traffic->sectors) {
    return;
  }
  const std::string note = fmt::format(
      "layoutq: the picture shows every element at {} a lane; {} itself makes other requests, "
      "because of its width, its mask, or loads that are not issued\n",
      counted(vector * memory.element_bytes, "byte"), printable(operation.name));
  std::fputs(note.c_str(), stderr);
}

/// Draws one operation, by the answer of the subcommand that is about it.
int draw(OutputOptions output, const InspectedFile& file, const InspectedOperation& operation) {
  const ValueType& type = file.kernels().type(operation.type);
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("--show {}: there is no picture: {}", printable(operation.name), why));
  };
  if (!type.tensor || !type.encoding.layout) refuse("it has no layout");
  for (const Note& note : operation.notes) {
    if (note.is_problem()) refuse(text_of(note));
  }
  std::optional<Memory> memory;
  if (operation.width) memory = memory_of(operation.addresses, type.shape, type.bytes());
  if (operation.width && (!memory || !addressable(*memory, type.shape))) {
    refuse("its addresses do not follow strides");
  }
  output.assertions.clear();
  const std::string element(dtype_of(type));
  try {
    const auto& description = std::get<Description>(*type.encoding.layout);
    Subject subject = on_shape("the tensor", description, type.shape);
    const Region everything = subject.layout.everything();
    if (memory) {
      note_differences(operation, subject.layout, *memory);
      const CellOptions cells{
          .name = "lane", .fields = {.lane = true}, .colour_by = ColourBy::lane};
      return answer(SectorsRequest{output,
                                   std::move(subject),
                                   {*memory, element},
                                   SectorsRequest::Per::request,
                                   {0, 1},
                                   {0, 1},
                                   {0, 1},
                                   cells});
    }
    if (operation.wavefronts) {
      const auto& other = file.kernels().type(operation.other_type).encoding;
      return answer(BanksRequest{.output = output,
                                 .question = {.sides = {{"", description}},
                                              .shared = std::get<SharedDescription>(*other.layout),
                                              .shape = type.shape,
                                              .element = {type.bytes(), element}}});
    }
    const CellOptions cells{.name = "warp:lane", .fields = {.warp = true, .lane = true}};
    if (operation.kind == RowKind::reduce) {
      const int axis = std::max(0, operation.operation->attributes.axis);
      return answer(ReduceRequest{output, std::move(subject), {axis}, cells});
    }
    return answer(MapRequest{output, std::move(subject), MapRequest::View::tensor, cells,
                             Selection{{everything}}});
  } catch (const Error& error) {
    refuse(error.what());
    throw;
  }
}

/// Writes the layouts of an operation at a glance; for a conversion, both.
void write_glances(Report* report, const InspectedFile& file, const InspectedOperation& operation) {
  std::vector<int> numbers{operation.type};
  if (operation.kind == RowKind::convert) numbers.push_back(operation.other_type);
  for (int number : numbers) {
    const ValueType& type = file.kernels().type(number);
    if (type.in_memory || !type.tensor || !type.encoding.layout) continue;
    const auto* description = std::get_if<Description>(&*type.encoding.layout);
    if (description == nullptr || problem_of(*description) || problem_of(*description, type.shape))
      continue;
    const Layout layout = build(*description, type.shape);
    report->output().print("\n{}\n", caption(*description, type.shape));
    write_glance(&report->output(), layout, glance_at(layout, std::max<Int>(1, type.bytes())),
                 dtype_of(type));
  }
}

}  // namespace

CommandLine define_inspect() {
  CommandLine line("inspect FILE [flags]",
                   "Shows every operation of a compiled kernel that moves data between threads or\n"
                   "memory, for one of its programs.",
                   {"layoutq inspect kernel.ttgir --arg n=4096",
                    "layoutq inspect kernel.ttgir --only load,store --assert 'efficiency >= 0.9'",
                    "layoutq inspect kernel.ttgir --show x_12 -o load.svg"});
  line.words("FILE", "a .ttgir or .mlir file; - is standard input", true);
  add_launch_flags(&line);
  line.group("The answer");
  line.flag({.names = "--only",
             .value = "OPS",
             .help = "show only these operations, as in load,store:\nload, store, async_copy, "
                     "reduce, scan, convert,\n"
                     "local_load, local_store or atomic",
             .choices = "load store async_copy reduce scan convert local_load local_store atomic"});
  line.flag({.names = "--sort",
             .value = "BY",
             .help = "order of the rows: line (default), efficiency\nor sectors",
             .choices = "line efficiency sectors"});
  line.flag({.names = "--stack",
             .value = "",
             .help = "show all source lines of an inlined operation,\nthe innermost first"});
  line.flag({.names = "--show",
             .value = "NAME",
             .help = "show one operation: its layouts at a glance, or\nits picture with --format "
                     "svg or html"});
  add_output_flags(&line, with_pictures);
  return line;
}

int run_inspect(const CommandLine& line) {
  if (line.words().size() != 1) {
    throw Error(fmt::format("{} given: it takes one, as in layoutq inspect kernel.ttgir",
                            counted(static_cast<Int>(line.words().size()), "file")));
  }
  const OutputOptions options = read_output_options(line, with_pictures);
  const LaunchOptions launch = read_launch_options(line);
  std::vector<RowKind> chosen;
  if (const auto only = line.get("--only")) chosen = read_kinds(*only);
  const Sort sort = read_choice<Sort>(
      "--sort", line.get("--sort").value_or("line"),
      {{"line", Sort::line}, {"efficiency", Sort::efficiency}, {"sectors", Sort::sectors}});
  if (options.is_picture() && !line.given("--show")) {
    throw Error(fmt::format("--format {} is a picture of one operation: name it by --show",
                            name_of(options.format)));
  }
  for (std::string_view flag : {"--sort", "--only"}) {
    if (line.given(flag) && line.given("--show")) {
      throw Error(fmt::format("{} has no meaning with --show, which is about one operation", flag));
    }
  }
  InspectedFile file(line.words().front(), launch);
  std::vector<KernelRow> rows;
  for (const InspectedFunction& function : file.functions()) {
    for (const InspectedOperation& operation : function.inspection.operations) {
      const bool wanted =
          chosen.empty() || std::find(chosen.begin(), chosen.end(), operation.kind) != chosen.end();
      if (wanted) rows.push_back({&function, &operation});
    }
  }
  if (const auto name = line.get("--show")) {
    const KernelRow shown = find_shown(*name, rows);
    if (options.is_picture()) return draw(options, file, *shown.operation);
    rows = {shown};
  }
  sort_rows(sort, &rows);
  const bool stack = line.given("--stack");
  Table<KernelRow> table = kernel_table(&file, stack);
  hide_empty_columns(file, rows, &table);
  constexpr std::size_t most_worst = 3;
  std::vector<std::string> notes = worst_in_words(file, rows, most_worst);
  if (notes.empty() && !rows.empty() &&
      std::none_of(rows.begin(), rows.end(),
                   [](const KernelRow& row) { return is_unknown(*row.operation); })) {
    notes.emplace_back("no waste");
  }
  if (rows.empty()) notes.emplace_back("no such operation");
  for (std::string& note : notes_on(file)) notes.push_back(std::move(note));
  Report report(options, "inspect", heading_of(file, notes));
  report.summarize(kernel_figures(rows));
  table.write(&report, rows);
  if (line.given("--show") && report.is_table()) {
    write_glances(&report, file, *rows.front().operation);
    report.output().character('\n');
  }
  return report.close(notes);
}

}  // namespace layoutq
