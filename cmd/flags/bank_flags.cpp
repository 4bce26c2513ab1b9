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
  line->flag({.names = "--load",
              .value = "TEXT",
              .help = "and whose are loaded, instead of --layout"});
}

namespace {

/// A type in shared memory, or a layout's text.
bool is_type(std::string_view text) { return text.find("memdesc<") != std::string_view::npos; }

/// The sides by their own flags, or by the flags that tell one layout.
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
    sides.push_back({name, *description});
  }
  if (sides.empty())
    return {{"", read_layout(line, {.file = file ? &*file : nullptr}).description}};
  for (std::string_view flag : {"--layout", "--spt", "--tpw", "--wpc", "--order", "--slice"}) {
    if (!line.given(flag)) continue;
    throw Error(fmt::format("{} and {} both say the layout of registers: give one of them", flag,
                            line.given("--store") ? "--store" : "--load"));
  }
  return sides;
}

}  // namespace

BankQuestion read_bank_question(const CommandLine& line) {
  std::optional<DumpFile> file;
  if (const auto path = line.get("--from")) file.emplace(*path);
  const Dump* dump = file ? &file->dump() : nullptr;
  BankQuestion question{.sides = read_sides(line, file)};

  std::optional<Shape> shape;
  std::string told;  // the element's type
  if (const auto text = line.get("--shared")) {
    if (line.given("--swizzles")) {
      throw Error("--shared has no meaning here: --swizzles tries what there is");
    }
    AnyDescription any;
    if (is_type(*text)) {
      const TensorType type = read_tensor("--shared", *text, dump);
      if (!type.layout) throw Error("--shared is a type without a layout");
      any = *type.layout;
      shape = without_count(any, type.shape);
      told = type.element;
      question.shape_name = "--shared's shape";
    } else {
      any = read_named("--shared", *text, file);
    }
    const auto* shared = std::get_if<SharedDescription>(&any);
    if (shared == nullptr) {
      throw Error(fmt::format("--shared is {}, a layout of registers: give it to --layout",
                              kind_name(any)));
    }
    question.shared = *shared;
  } else if (!line.given("--swizzles")) {
    throw Error(
        "--shared is missing: the layout in shared memory, as in --shared "
        "'SwizzledSharedLayout(4, 1, 8, [1, 0])' (or --swizzles, which tries all)");
  }
  if (const auto text = line.get("--tensor")) {
    const TensorType type = read_tensor("--tensor", *text, dump);
    if (type.layout && question.named_sides()) {
      throw Error("--tensor has a layout: give its shape and element type alone");
    }
    shape = type.shape;
    told = type.element;
    question.shape_name = "--tensor's shape";
  } else if (line.given("--shape")) {
    shape = !question.named_sides()
                ? read_layout(line, {.file = file ? &*file : nullptr}).shape
                : read_list("--shape", *line.get("--shape"), {1, max_extent + 1});
    question.shape_name = "--shape";
  }
  if (!shape) {
    // What either covers once.
    std::vector<Shape> shapes;
    for (const BankSide& side : question.sides) shapes.push_back(covered_shape(side.description));
    if (question.shared) shapes.push_back(covered_shape(*question.shared));
    shape = shapes.front();
    for (const Shape& other : shapes) {
      for (int d = 0; d < std::min(shape->rank(), other.rank()); ++d) {
        (*shape)[d] = std::max((*shape)[d], other[d]);
      }
    }
    question.shape_name = "shape (by default)";
  }
  question.shape = *shape;
  if (question.shared) {
    SharedSubject subject = on_shape(question.shape_name, *question.shared, shape);
    subject.element = told;
    question.element = read_element_type(line, subject);
  } else {
    question.element = read_element_type(line, told);
  }
  return question;
}

/// The registers of a side by their bases. Error where there are none.
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
