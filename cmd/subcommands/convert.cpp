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
#include "cmd/subcommands/subcommand.h"
#include "core/kinds/limits.h"
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

/// The columns of a conversion, and its values.
std::vector<Column> conversion_columns(bool cluster) {
  std::vector<Column> columns{{.name = "moves", .kind = Column::Kind::text}, {"elements"}};
  if (cluster) columns.push_back({"change_block"});
  for (const char* name : {"change_warp", "change_lane", "change_register"}) {
    columns.push_back({name});
  }
  return columns;
}

std::vector<Value> conversion_values(const std::optional<Conversion>& conversion, bool cluster) {
  if (!conversion) return std::vector<Value>(cluster ? 6 : 5, Value(std::monostate()));
  std::vector<Value> values{Text{std::string(name_of(conversion->moves))}, conversion->elements};
  if (cluster) values.push_back(conversion->blocks);
  values.push_back(conversion->warps);
  values.push_back(conversion->lanes);
  values.push_back(conversion->registers);
  return values;
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
  report.open_with(conversion_columns(cluster), {conversion_values(answer, cluster)});
  return report.close({in_words(*answer)});
}

/// A convert_layout of a file: its tensor types, and the line of the kernel's source.
struct FoundConversion {
  const TensorType& from;
  const TensorType& to;
  std::string line;
};

std::vector<FoundConversion> conversions_in(Kernels* kernels) {
  std::vector<FoundConversion> found;
  for (const auto& [function, operation] : operations_of(*kernels, Op::convert_layout)) {
    const auto type = [&](const std::vector<int>& types) -> const TensorType& {
      return kernels->type(types.empty() ? -1 : types.front()).encoding;
    };
    found.push_back({type(operation->operand_types), type(operation->result_types),
                     kernels->modules.line(function->module, operation->location)});
  }
  return found;
}

/// Returns the layout in registers of a type; nullptr if it is unknown or not modelled.
const Description* layout_of(const TensorType& type) {
  return type.layout ? std::get_if<Description>(&*type.layout) : nullptr;
}

/// Returns nullopt if one of the layouts is unknown, not modelled, or does not fit the shape.
std::optional<Conversion> conversion_of(const FoundConversion& found) {
  const Description* from = layout_of(found.from);
  const Description* to = layout_of(found.to);
  if (from == nullptr || to == nullptr) return std::nullopt;
  const Shape& shape = found.from.shape;
  for (const Description* description : {from, to}) {
    if (check(*description) || check(*description, shape)) return std::nullopt;
  }
  if (different_threads(*from, *to)) return std::nullopt;
  return conversion(build(*from, shape), build(*to, shape));
}

int convert_file(const OutputOptions& options, KernelFile& file) {
  std::vector<Column> columns{{.name = "line", .kind = Column::Kind::text},
                              {.name = "shape", .kind = Column::Kind::text},
                              {.name = "dtype", .kind = Column::Kind::text},
                              {.name = "from", .kind = Column::Kind::text},
                              {.name = "to", .kind = Column::Kind::text}};
  std::vector<std::optional<Conversion>> answers;
  bool cluster = false;
  const std::vector<FoundConversion> conversions = conversions_in(&file.kernels());
  for (const FoundConversion& found : conversions) {
    answers.push_back(conversion_of(found));
    const Description* to = layout_of(found.to);
    cluster = cluster || (to != nullptr && blocks(*to) > 1);
  }
  for (Column& column : conversion_columns(cluster)) columns.push_back(std::move(column));

  std::vector<std::vector<Value>> rows;
  std::array<Int, all_moves.size()> totals{};
  Int unknown = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto& [from, to, source_line] = conversions[i];
    const auto text = [](std::string_view part) {
      return part.empty() ? Value(std::monostate()) : Value(Text{std::string(part)});
    };
    rows.push_back({text(source_line),
                    from.shape.rank() == 0
                        ? Value(std::monostate())
                        : Value(Text{dims_text(from.shape), to_json(from.shape)}),
                    text(from.element), text(from.layout_text), text(to.layout_text)});
    for (Value& value : conversion_values(answers[i], cluster)) {
      rows.back().push_back(std::move(value));
    }
    if (answers[i]) {
      ++totals[static_cast<std::size_t>(answers[i]->moves)];
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
  report.open_with(std::move(columns), rows);
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
