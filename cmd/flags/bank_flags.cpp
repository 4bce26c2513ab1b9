#include "cmd/flags/bank_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "cmd/error.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/layout_flags.h"
#include "cmd/flags/named_layouts.h"
#include "cmd/flags/read.h"
#include "core/layout/text.h"

namespace layoutq {

void add_bank_flags(CommandLine* line) {
  line->flag({.names = "--shared",
              .value = "TEXT",
              .help = "the layout in shared memory, as text or as a\nmemdesc type"});
  line->flag({.names = "--store",
              .value = "TEXT",
              .help = "layout of the registers that are stored to\nshared memory"});
  line->flag({.names = "--load",
              .value = "TEXT",
              .help = "layout of the registers that are loaded from\nshared memory"});
}

namespace {

/// True for the text of a type in shared memory, false for that of a layout.
bool is_type(std::string_view text) { return text.find("memdesc<") != std::string_view::npos; }

/// Reads the one layout of registers that the layout flags give.
Description read_single_layout(const CommandLine& line, const std::optional<DumpFile>& file) {
  const bool by_parameters = line.given("--spt") || line.given("--tpw");
  if (!by_parameters && !line.given("--layout") && !line.given("--tensor")) {
    throw Error(
        "the layout of registers is missing: give --layout, or --store and --load, or --spt, --tpw "
        "and --wpc");
  }
  const AnySubject any = read_any_layout(line, {.file = file ? &*file : nullptr});
  if (const auto* subject = std::get_if<Subject>(&any)) return subject->description;
  throw Error(fmt::format("{} is {}, a layout in shared memory: use --shared for it",
                          line.given("--layout") ? "--layout" : "--tensor",
                          kind_name(std::get<SharedSubject>(any).description)));
}

/// Reads the sides from --store and --load, or from the flags that give one layout.
std::vector<BankSide> read_sides(const CommandLine& line, const std::optional<DumpFile>& file) {
  std::vector<BankSide> sides;
  for (const auto& [flag, name] : {std::pair{"--store", "store"}, {"--load", "load"}}) {
    const auto text = line.get(flag);
    if (!text) continue;
    const AnyDescription any = read_named(flag, *text, file);
    const auto* description = std::get_if<Description>(&any);
    if (description == nullptr) {
      throw Error(fmt::format("{} is {}, a layout in shared memory: use --shared for it", flag,
                              kind_name(any)));
    }
    check_lanes(line, *description, file ? &*file : nullptr);
    sides.push_back({name, *description});
  }
  if (sides.empty()) return {{"", read_single_layout(line, file)}};
  not_both(line, line.given("--store") ? "--store" : "--load",
           {"--layout", "--spt", "--tpw", "--wpc", "--order", "--slice"});
  return sides;
}

/// The layout in shared memory, with the tensor that its type or the types in a dump give.
struct SharedMemory {
  SharedDescription description;
  std::optional<Shape> shape = std::nullopt;
  std::string element = {};
  bool by_type = false;  ///< true if --shared is a type, false if they come from a dump
};

SharedMemory read_memory_layout(std::string_view text, const std::optional<DumpFile>& file) {
  const Dump* dump = file ? &file->dump() : nullptr;
  AnyDescription any;
  CommonType common;
  if (is_type(text)) {
    const TensorType type = read_tensor("--shared", text, dump);
    if (!type.layout)
      throw Error(
          "--shared is a type without a layout: add the layout, as in 'memdesc<8x8xf16, #shared>'");
    any = *type.layout;
    common = {without_count(any, type.shape), std::string(type.element)};
  } else {
    any = read_named("--shared", text, file);
    common = common_type(dump, text);
  }
  const auto* shared = std::get_if<SharedDescription>(&any);
  if (shared == nullptr) {
    throw Error(
        fmt::format("--shared is {}, a layout of registers: use --layout for it", kind_name(any)));
  }
  return {*shared, common.shape, common.element, is_type(text)};
}

/// Returns the shape that all layouts cover at least once: in each dimension the greatest extent.
Shape covered_by_all(const BankQuestion& question) {
  std::vector<Shape> shapes;
  for (const BankSide& side : question.sides) shapes.push_back(covered_shape(side.description));
  if (question.shared) shapes.push_back(covered_shape(*question.shared));
  Shape all = shapes.front();
  for (const Shape& shape : shapes) {
    for (int d = 0; d < std::min(all.rank(), shape.rank()); ++d) {
      all[d] = std::max(all[d], shape[d]);
    }
  }
  return all;
}

/// Reads the tensor's shape into `question`, and its element type into `element` if it is known.
/// Adds a note to the question for a default.
void read_tensor_of(const CommandLine& line, const std::optional<DumpFile>& file,
                    const std::optional<SharedMemory>& memory, BankQuestion* question,
                    std::string* element) {
  if (memory) *element = memory->element;
  if (memory && memory->by_type) not_both(line, "--shared's type", {"--tensor", "--shape"});
  if (const auto text = line.get("--tensor")) {
    const TensorType type = read_tensor("--tensor", *text, file ? &file->dump() : nullptr);
    if (type.layout && question->named_sides()) {
      throw Error("--tensor has a layout: leave it out, as in 'tensor<16x16xf16>'");
    }
    question->shape = question->named_sides()
                          ? type.shape
                          : read_layout(line, {.file = file ? &*file : nullptr}).shape;
    question->shape_name = "--tensor's shape";
    *element = type.element;
  } else if (const auto shape = line.get("--shape")) {
    question->shape = question->named_sides()
                          ? read_list("--shape", *shape, {1, max_extent + 1})
                          : read_layout(line, {.file = file ? &*file : nullptr}).shape;
  } else if (memory && memory->shape) {
    question->shape = *memory->shape;
    question->shape_name = "--shared's shape";
  } else {
    question->shape = covered_by_all(*question);
    question->shape_name = "shape (by default)";
    question->notes.push_back(
        fmt::format("the shape is {} by default: --shape sets it", to_text(question->shape)));
  }
}

}  // namespace

BankQuestion read_bank_question(const CommandLine& line) {
  const auto shared = line.get("--shared");
  const bool tries = line.given("--swizzles");
  if (tries) not_both(line, "--swizzles", {"--shared"});
  if (!shared && !tries) {
    throw Error(
        "--shared is missing: give the layout in shared memory, as in --shared "
        "'SwizzledSharedLayout(4, 1, 8, [1, 0])', or try several with --swizzles");
  }
  std::optional<DumpFile> file;
  if (const auto path = line.get("--from")) file.emplace(*path);
  BankQuestion question{.sides = read_sides(line, file)};
  std::optional<SharedMemory> memory;
  if (shared) {
    memory = read_memory_layout(*shared, file);
    question.shared = memory->description;
  }
  std::string element;
  read_tensor_of(line, file, memory, &question, &element);
  if (question.shared) {
    SharedSubject subject = on_shape(question.shape_name, *question.shared, question.shape);
    subject.element = element;
    question.element = read_element_type(line, subject);
  } else {
    question.element = read_element_type(line, element);
  }
  const bool by_layout =
      question.shared && std::holds_alternative<NvmmaShared>(question.shared->kind);
  // The elements of a file's kernel are seldom fp32.
  if (file && !line.given("--dtype") && !line.given("--bytes") && element.empty() && !by_layout) {
    question.notes.push_back(
        fmt::format("the element type is {} by default: --dtype sets it", question.element.name));
  }
  return question;
}

Layout registers_of(const BankQuestion& question, const BankSide& side) {
  return on_shape(question.shape_name, side.description, question.shape).layout;
}

}  // namespace layoutq
