#include <fmt/format.h>

#include <array>

#include "cmd/error.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/named_layouts.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/subcommand.h"
#include "core/kinds/description.h"
#include "core/layout/text.h"
#include "core/questions/conversion.h"

namespace layoutq {

namespace {

std::string in_words(const Conversion& conversion) {
  switch (conversion.moves) {
    case Moves::none:
      return "free: every register already holds the right element";
    case Moves::registers:
      return "free: registers are renamed, no data moves";
    case Moves::shuffle:
      return "not free: elements move between the lanes of a warp, by shuffles";
    case Moves::shared:
      return "not free: elements go through shared memory, with a barrier";
  }
  return "";
}

/// A convert_layout of a file: its tensor types, and the line of the kernel's source.
struct FoundConversion {
  const TensorType* from;
  const TensorType* to;
  std::string line;
};

struct Row {
  std::optional<Conversion> conversion;
  const FoundConversion* found = nullptr;  ///< nullptr if it is not from a file
};

Table<Row> conversion_table(bool cluster, bool of_file) {
  Table<Row> table;
  const auto add_text = [&](const char* name, auto... accessors) {
    table.add({name, Column::Kind::text}, &Row::found, accessors..., [](std::string_view text) {
      return text.empty() ? std::nullopt : std::optional(text);
    });
  };
  if (of_file) {
    add_text("line", &FoundConversion::line);
    table.add({"shape", Column::Kind::text}, [](const Row& row) {
      const Shape& shape = row.found->from->shape;
      return shape.rank() == 0 ? std::nullopt
                               : std::optional(Text{dims_text(shape), to_json(shape)});
    });
    add_text("dtype", &FoundConversion::from, &TensorType::element);
    add_text("from", &FoundConversion::from, &TensorType::layout_text);
    add_text("to", &FoundConversion::to, &TensorType::layout_text);
  }
  const auto moves = [](const Conversion& conversion) { return name_of(conversion.moves); };
  table.add({"moves", Column::Kind::text}, &Row::conversion, moves);
  table.add({"elements"}, &Row::conversion, &Conversion::elements);
  if (cluster) table.add({"change_block"}, &Row::conversion, &Conversion::blocks);
  table.add({"change_warp"}, &Row::conversion, &Conversion::warps);
  table.add({"change_lane"}, &Row::conversion, &Conversion::lanes);
  table.add({"change_register"}, &Row::conversion, &Conversion::registers);
  return table;
}

int convert_pair(const CommandLine& line, const OutputOptions& options,
                 const std::optional<DumpFile>& file) {
  const LayoutPair pair = read_pair(line, file);
  if (const auto why = different_threads(pair.first.description, pair.second.description)) {
    throw Error(fmt::format("there is no such conversion: one layout has {}", *why));
  }
  const auto answer = conversion(pair.first.layout, pair.second.layout);
  if (!answer) {
    throw Error(
        fmt::format("Triton has no such conversion: not every size of the layouts on shape "
                    "{} is a power of two",
                    to_text(pair.first.shape)));
  }
  const bool cluster = pair.first.layout.blocks() > 1;
  Heading heading = heading_of(pair.first.description, pair.first.shape);
  heading.caption = fmt::format("from {}\nto {}", heading.caption,
                                caption(pair.second.description, pair.second.shape));
  heading.members = {{"from", json_text(pair.first.description)},
                     {"to", json_text(pair.second.description)},
                     {"shape", to_json(pair.first.shape)}};
  Report report(options, "convert", std::move(heading));
  conversion_table(cluster, false).write(&report, {Row{answer}});
  return report.close({in_words(*answer)});
}

std::vector<FoundConversion> conversions_in(Kernels* kernels) {
  std::vector<FoundConversion> found;
  for (const auto& [function, operation] : operations_of(*kernels, Op::convert_layout)) {
    const auto type = [&](const std::vector<int>& types) {
      return &kernels->type(types.empty() ? -1 : types.front()).encoding;
    };
    found.push_back({type(operation->operand_types), type(operation->result_types),
                     kernels->modules.line(function->module, operation->location)});
  }
  return found;
}

/// Returns the layout in registers of a type; nullptr if it is unknown or not modelled.
const Description* layout_of(const TensorType* type) {
  return type->layout ? std::get_if<Description>(&*type->layout) : nullptr;
}

/// Returns nullopt if one of the layouts is unknown, not modelled, or does not fit the shape.
std::optional<Conversion> conversion_of(const FoundConversion& found) {
  const Description* from = layout_of(found.from);
  const Description* to = layout_of(found.to);
  if (from == nullptr || to == nullptr) return std::nullopt;
  const Shape& shape = found.from->shape;
  for (const Description* description : {from, to}) {
    if (problem_of(*description) || problem_of(*description, shape)) return std::nullopt;
  }
  if (different_threads(*from, *to)) return std::nullopt;
  return conversion(build(*from, shape), build(*to, shape));
}

int convert_file(const OutputOptions& options, KernelFile& file) {
  const std::vector<FoundConversion> conversions = conversions_in(&file.kernels());
  std::vector<Row> rows;
  bool cluster = false;
  std::array<Int, all_moves.size()> totals{};
  Int unknown = 0;
  for (const FoundConversion& found : conversions) {
    const Row& row = rows.emplace_back(Row{conversion_of(found), &found});
    const Description* to = layout_of(found.to);
    cluster = cluster || (to != nullptr && blocks(*to) > 1);
    if (row.conversion) {
      ++totals[static_cast<std::size_t>(row.conversion->moves)];
    } else {
      ++unknown;
    }
  }
  Report report(options, "convert",
                {.caption = fmt::format("{}: {}", file.name(),
                                        counted(static_cast<Int>(rows.size()), "conversion")),
                 .members = {{"file", json_string(file.name())}}});
  std::vector<Figure> summary{
      {"conversions", Column::Kind::number, static_cast<Int>(rows.size()), false}};
  for (Moves moves : all_moves) {
    summary.push_back({std::string(name_of(moves)), Column::Kind::number,
                       totals[static_cast<std::size_t>(moves)]});
  }
  report.summarize(std::move(summary));
  conversion_table(cluster, true).write(&report, rows);
  std::vector<std::string> notes;
  if (unknown > 0) {
    notes.push_back(
        fmt::format("{} between layouts that are not modelled", counted(unknown, "conversion")));
  }
  return report.close(notes);
}

}  // namespace

CommandLine define_convert() {
  CommandLine line(
      "convert A B [flags]",
      "Shows what it takes to turn one layout into another, as Triton's\nconvert_layout does.",
      {"layoutq convert '#mma' '#blocked' --from kernel.ttgir --shape 128,64",
       "layoutq convert before.ttgir#mma after.ttgir#mma", "layoutq convert --from kernel.ttgir"});
  line.words("A, B",
             "each is the text of a layout, the name of one\nin --from's file, or FILE#name; "
             "without A and B\n"
             "every conversion in --from's file",
             true);
  add_file_flag(&line);
  add_tensor_flags(&line, false);
  add_output_flags(&line);
  return line;
}

int run_convert(const CommandLine& line) {
  const OutputOptions options = read_output_options(line);
  const auto path = line.get("--from");
  if (!line.words().empty() || !path) {
    std::optional<DumpFile> file;
    if (path) file.emplace(*path);
    return convert_pair(line, options, file);
  }
  for (std::string_view flag : {"--tensor", "--shape"}) {
    if (line.given(flag)) {
      throw Error(fmt::format("{} has no meaning here: the file's types have their shapes", flag));
    }
  }
  KernelFile file(*path);
  return convert_file(options, file);
}

}  // namespace layoutq
