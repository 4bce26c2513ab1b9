#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/notes.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/subcommand.h"
#include "core/kinds/description.h"
#include "core/layout/text.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

/// Formats several values in one cell: separated by blanks, in JSON as a list.
Text list_text(const std::vector<std::string>& texts, const std::vector<std::string>& json) {
  Text text{.text = "", .json = "["};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    text.text += (i > 0 ? " " : "") + texts[i];
    text.json += (i > 0 ? ", " : "") + json[i];
  }
  text.json += "]";
  return text;
}

/// The registers and copies of a layout on each of the shapes that use it.
struct Use {
  std::vector<std::string> registers;
  std::vector<std::string> copies;
  std::vector<std::string> notes;
};

struct Row {
  const DumpLayout& layout;
  std::optional<Int> rank = {};  ///< if the kind is modelled and the parameters are valid
  std::optional<Use> use = {};   ///< only for a layout of registers that has a rank
};

Table<Row> layout_table() {
  using Kind = Column::Kind;
  Table<Row> table;
  table.add({"name", Kind::text}, [](const Row& row) {
    const std::string_view name = row.layout.name;
    return name.empty() ? std::nullopt : std::optional(name);
  });
  table.add({"kind", Kind::text}, [](const Row& row) { return row.layout.kind; });
  table.add({"layout", Kind::text}, [](const Row& row) {
    const auto& layout = row.layout.layout;
    return Text{std::string(row.layout.text), layout ? json_text(*layout) : ""};
  });
  table.add({"rank"}, &Row::rank);
  table.add({"tensors"}, [](const Row& row) { return static_cast<Int>(row.layout.types.size()); });
  table.add({"shapes", Kind::text}, [](const Row& row) {
    std::vector<std::string> texts, json;
    for (const Shape& shape : row.layout.shapes) {
      texts.push_back(dims_text(shape));
      json.push_back(to_json(shape));
    }
    return list_text(texts, json);
  });
  const auto list = [](const std::vector<std::string>& numbers) {
    return list_text(numbers, numbers);
  };
  table.add({"registers", Kind::text}, &Row::use, &Use::registers, list);
  table.add({"copies", Kind::text}, &Row::use, &Use::copies, list);
  return table;
}

/// Returns a note for each shape that a layout of shared memory does not fit. A shape may begin
/// with the number of tensors.
std::vector<std::string> notes_on_use(const DumpLayout& layout, const std::string& name) {
  const auto& description = std::get<SharedDescription>(*layout.layout);
  std::vector<std::string> notes;
  for (const Shape& shape : layout.shapes) {
    const auto problem = problem_of(description, without_count(description, shape));
    if (!problem) continue;
    notes.push_back(fmt::format("{} on {}: {} {}", name, dims_text(shape), problem->parameter,
                                problem->reason));
  }
  return notes;
}

/// `name` is the layout's name in notes.
Use use_of(const DumpLayout& layout, const std::string& name) {
  const auto& description = std::get<Description>(*layout.layout);
  Use use;
  for (const Shape& shape : layout.shapes) {
    const auto problem = problem_of(description, shape);
    if (problem) {
      use.notes.push_back(fmt::format("{} on {}: {} {}", name, dims_text(shape), problem->parameter,
                                      problem->reason));
      use.registers.emplace_back("null");
      use.copies.emplace_back("null");
      continue;
    }
    const Layout built = build(description, shape);
    use.registers.push_back(fmt::format("{}", built.registers()));
    use.copies.push_back(fmt::format("{}", copies_max(built)));
    for (const std::string& note : notes_on_degeneracy(built)) {
      use.notes.push_back(fmt::format("{} on {}: {}", name, dims_text(shape), note));
    }
  }
  return use;
}

/// Returns a note for each number in which the layout does not fit its module.
std::vector<std::string> misfits(const Description& description, const DumpModule& module,
                                 const std::string& name) {
  std::vector<std::string> notes;
  const auto compare = [&](Int has, const std::optional<Int>& wanted, std::string_view thing,
                           std::string_view of) {
    if (!wanted || *wanted == has) return;
    notes.push_back(fmt::format("{} does not fit: {} in a {}, but the module has {}", name,
                                counted(has, thing), of, *wanted));
  };
  compare(lanes(description), module.warp_size, "lane", "warp");
  compare(warps(description), module.warps, "warp", "CTA");
  compare(blocks(description), module.ctas, "CTA", "cluster");
  return notes;
}

/// Returns a number on which all modules that have it agree, or nullopt.
std::optional<Int> common(const std::vector<DumpModule>& modules,
                          std::optional<Int> DumpModule::*number) {
  std::optional<Int> all;
  for (const DumpModule& module : modules) {
    if (!(module.*number)) continue;
    if (all && *all != *(module.*number)) return std::nullopt;
    all = module.*number;
  }
  return all;
}

std::string module_text(const Dump& dump) {
  std::vector<std::string> parts;
  const auto add = [&](std::optional<Int> DumpModule::*number, std::string_view what) {
    if (const auto value = common(dump.modules, number)) {
      parts.push_back(fmt::format("{} {}", what, *value));
    }
  };
  add(&DumpModule::warp_size, "warp size");
  add(&DumpModule::warps, "warps");
  add(&DumpModule::ctas, "CTAs");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text.empty() ? "no module" : text;
}

}  // namespace

CommandLine define_layouts() {
  CommandLine line(
      "layouts FILE [flags]", "Lists the layouts in an MLIR file, and the tensors that use them.",
      {"layoutq layouts kernel.ttgir", "layoutq layouts kernel.ttgir --json | jq .rows",
       "layoutq layouts - < kernel.ttgir"});
  line.words("FILE", "a .ttgir or .mlir file; - is standard input", true);
  add_output_flags(&line);
  return line;
}

int run_layouts(const CommandLine& line) {
  if (line.words().size() != 1) {
    throw Error(fmt::format("{} given: it takes one, as in layoutq layouts kernel.ttgir",
                            counted(static_cast<Int>(line.words().size()), "file")));
  }
  const OutputOptions options = read_output_options(line);
  const DumpFile file(line.words().front());
  const Dump& dump = file.dump();

  std::vector<Row> rows;
  std::vector<std::string> notes;
  const auto add_notes = [&](const std::vector<std::string>& more) {
    notes.insert(notes.end(), more.begin(), more.end());
  };
  for (const DumpLayout& layout : dump.layouts) {
    Row& row = rows.emplace_back(Row{layout});
    const std::string text(layout.text);
    const std::string name = layout.name.empty() ? text : fmt::format("#{}", layout.name);
    if (layout.problem)
      notes.push_back(fmt::format("{}: {}", name, problem_in_text(text, *layout.problem)));
    if (!layout.layout) continue;
    if (const auto refused = problem_of(*layout.layout)) {
      notes.push_back(fmt::format("{}: {} {}", name, refused->parameter, refused->reason));
      continue;
    }
    row.rank = rank(*layout.layout);
    if (const auto* description = std::get_if<Description>(&*layout.layout)) {
      row.use = use_of(layout, name);
      add_notes(row.use->notes);
      add_notes(misfits(*description, dump.modules[layout.module], name));
    } else {
      add_notes(notes_on_use(layout, name));
    }
  }

  Report report(options, "layouts",
                {.caption = fmt::format("{}: {}", file.name(), module_text(dump)),
                 .members = {{"file", json_string(file.name())}}});
  const auto figure = [&](std::string name, std::optional<Int> DumpModule::*number) {
    Figure answer{.name = std::move(name), .value = Text{"-", "null"}, .in_table = false};
    if (const auto value = common(dump.modules, number)) answer.value = *value;
    return answer;
  };
  report.summarize(
      {figure("warp_size", &DumpModule::warp_size),
       figure("warps", &DumpModule::warps),
       figure("ctas", &DumpModule::ctas),
       {"modules", Column::Kind::number, static_cast<Int>(dump.modules.size()), false}});
  layout_table().write(&report, rows);
  return report.close(notes);
}

}  // namespace layoutq
