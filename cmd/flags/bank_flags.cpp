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
              .help = "the layout in shared memory, or a memdesc type"});
  line->flag(
      {.names = "--store", .value = "TEXT", .help = "the layout whose registers are stored,"});
  line->flag(
      {.names = "--load", .value = "TEXT", .help = "and whose are loaded, instead of --layout"});
}

namespace {

/// True for the text of a type in shared memory, false for the text of a layout.
bool is_type(std::string_view text) { return text.find("memdesc<") != std::string_view::npos; }

/// Reads the single register layout that the flags of a layout give.
Description read_single_layout(const CommandLine& line, const std::optional<DumpFile>& file) {
  const bool by_parameters = line.given("--spt") || line.given("--tpw");
  if (!by_parameters && !line.given("--layout") && !line.given("--tensor")) {
    throw Error(
        "no layout of registers is given: --layout, or --store and --load, or --spt, --tpw and "
        "--wpc");
  }
  const AnySubject any = read_any_layout(line, {.file = file ? &*file : nullptr});
  if (const auto* subject = std::get_if<Subject>(&any)) return subject->description;
  throw Error(fmt::format("{} is {}, a layout in shared memory: give it to --shared",
                          line.given("--layout") ? "--layout" : "--tensor",
                          kind_name(std::get<SharedSubject>(any).description)));
}

/// Reads the sides from --store and --load, or one side from the flags of a layout.
std::vector<BankSide> read_sides(const CommandLine& line, const std::optional<DumpFile>& file) {
  std::vector<BankSide> sides;
  for (const auto& [flag, name] : {std::pair{"--store", "store"}, {"--load", "load"}}) {
    const auto text = line.get(flag);
    if (!text) continue;
    const AnyDescription any = read_named(flag, *text, file);
    const auto* description = std::get_if<Description>(&any);
    if (description == nullptr) {
      throw Error(fmt::format("{} is {}, a layout in shared memory: give it to --shared", flag,
                              kind_name(any)));
    }
    check_lanes(line, *description, file ? &*file : nullptr);
    sides.push_back({name, *description});
  }
  if (sides.empty()) return {{"", read_single_layout(line, file)}};
  for (std::string_view flag : {"--layout", "--spt", "--tpw", "--wpc", "--order", "--slice"}) {
    if (!line.given(flag)) continue;
    throw Error(fmt::format("{} and {} both say the layout of registers: give one of them", flag,
                            line.given("--store") ? "--store" : "--load"));
  }
  return sides;
}

/// A layout of shared memory, with the shape and the element type of its tensor if they are known,
/// from its type or from the dump's types that use it.
struct SharedMemory {
  SharedDescription description;
  std::optional<Shape> shape = std::nullopt;
  std::string element = {};
  bool by_type = false;  ///< true if a type gives them, false if they come from a dump
};

SharedMemory read_memory_layout(std::string_view text, const std::optional<DumpFile>& file) {
  const Dump* dump = file ? &file->dump() : nullptr;
  AnyDescription any;
  ToldByDump told;
  if (is_type(text)) {
    const TensorType type = read_tensor("--shared", text, dump);
    if (!type.layout) throw Error("--shared is a type without a layout");
    any = *type.layout;
    told = {without_count(any, type.shape), std::string(type.element)};
  } else {
    any = read_named("--shared", text, file);
    told = told_by(dump, text);
  }
  const auto* shared = std::get_if<SharedDescription>(&any);
  if (shared == nullptr) {
    throw Error(
        fmt::format("--shared is {}, a layout of registers: give it to --layout", kind_name(any)));
  }
  return {*shared, told.shape, told.element, is_type(text)};
}

/// Returns the default shape: the largest extent of each dimension that a layout covers once.
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

/// Reads the tensor's shape and, if a type gives it, its element type. Adds notes on what was
/// assumed.
void read_tensor_of(const CommandLine& line, const std::optional<DumpFile>& file,
                    const std::optional<SharedMemory>& memory, BankQuestion* question,
                    std::string* element) {
  if (memory) *element = memory->element;
  if (memory && memory->by_type && (line.given("--tensor") || line.given("--shape"))) {
    throw Error(fmt::format("--shared's type and {} both say the tensor: give one of them",
                            line.given("--tensor") ? "--tensor" : "--shape"));
  }
  if (const auto text = line.get("--tensor")) {
    const TensorType type = read_tensor("--tensor", *text, file ? &file->dump() : nullptr);
    if (type.layout && question->named_sides()) {
      throw Error("--tensor has a layout: give its shape and element type alone");
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
        fmt::format("shape {} by default: --shape gives another", to_text(question->shape)));
  }
}

}  // namespace

BankQuestion read_bank_question(const CommandLine& line) {
  const auto shared = line.get("--shared");
  const bool tries = line.given("--swizzles");
  if (shared && tries) {
    throw Error("--shared has no meaning here: --swizzles tries what there is");
  }
  if (!shared && !tries) {
    throw Error(
        "--shared is missing: the layout in shared memory, as in --shared "
        "'SwizzledSharedLayout(4, 1, 8, [1, 0])' (or --swizzles, which tries several)");
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
  // The elements in the file are probably different ones.
  if (file && !line.given("--dtype") && !line.given("--bytes") && element.empty() && !by_layout) {
    question.notes.push_back(
        fmt::format("{} by default: --dtype gives another", question.element.name));
  }
  return question;
}

LinearLayout registers_of(const BankQuestion& question, const BankSide& side) {
  const Subject subject = on_shape(question.shape_name, side.description, question.shape);
  const auto linear = subject.layout.linear();
  if (!linear) {
    throw Error(fmt::format(
        "banks are counted by bits: not every size of the layout on shape {} is a power of two",
        to_text(question.shape)));
  }
  return *linear;
}

BankAccess bank_access(const LinearLayout& registers, const SharedLayout& shared,
                       Int element_bytes) {
  auto access = BankAccess::of(registers, shared, element_bytes);
  if (access) return *access;
  throw Error(registers.blocks() != shared.blocks()
                  ? fmt::format("the registers are those of {}, the shared memory that of {}",
                                counted(registers.blocks(), "CTA"), shared.blocks())
                  : "a CTA's registers hold elements of another CTA's shared memory");
}

BankTraffic bank_traffic(const BankAccess& access) {
  const auto traffic = access.traffic();
  if (!traffic) {
    throw Error(
        fmt::format("the paddings make more than {} accesses to look at: give a smaller "
                    "--shape",
                    most_accesses));
  }
  return *traffic;
}

}  // namespace layoutq
