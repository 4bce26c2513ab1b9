#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "cmd/flags/layout_flags.h"
#include "cmd/report/notes.h"
#include "core/mlir/dump.h"
#include "core/mlir/kernels.h"
#include "core/questions/conversion.h"
#include "core/questions/replication.h"
#include "tests/fuzz/check_layout.h"
#include "tests/fuzz/mutate_lines.h"

/// Whatever file comes, its reader passes over what it does not take; and of the layouts and
/// conversions that it finds can be told what `layouts` and `convert` tell.
namespace layoutq {

namespace {

void check_found(std::string_view text, const Dump& dump, const DumpLayout& layout) {
  const auto is_part = [&](std::string_view part) {
    return part.empty() ||
           (text.data() <= part.data() && part.data() + part.size() <= text.data() + text.size());
  };
  must(is_part(layout.name) && is_part(layout.text));
  must(layout.module < dump.modules.size());
  must(!(layout.layout && layout.problem));
  must(layout.name.empty() || dump.find(layout.name) != nullptr);
  for (std::string_view type : layout.types) must(is_part(type));
  for (auto shape = layout.shapes.begin(); shape != layout.shapes.end(); ++shape) {
    must(std::find(layout.shapes.begin(), shape, *shape) == shape);
  }
  if (layout.problem) {
    must(layout.problem->at <= layout.text.size());
    must(!problem_in_text(layout.text, *layout.problem).empty());
  }
}

void check_on_shapes(const DumpLayout& layout) {
  check_covered(*layout.layout);
  if (problem_of(*layout.layout)) return;
  must(rank(*layout.layout) >= 1);
  for (const Shape& shape : layout.shapes) {
    if (const auto* description = std::get_if<Description>(&*layout.layout)) {
      check_layout(*description, shape);
      if (problem_of(*description, shape)) continue;
      const Layout built = build(*description, shape);
      must(built.registers() >= 1);
      must(1 <= copies_min(built) && copies_min(built) <= copies_max(built));
      notes_on_degeneracy(built);
    } else {
      const auto& shared = std::get<SharedDescription>(*layout.layout);
      check_layout(shared, without_count(shared, shape));
    }
  }
}

const Description* layout_of(const TensorType& type) {
  return type.layout ? std::get_if<Description>(&*type.layout) : nullptr;
}

void check_conversion(const TensorType& from_type, const TensorType& to_type) {
  const Description* from = layout_of(from_type);
  const Description* to = layout_of(to_type);
  if (from == nullptr || to == nullptr) return;
  const Shape& shape = from_type.shape;
  for (const Description* description : {from, to}) {
    if (problem_of(*description) || problem_of(*description, shape)) return;
  }
  if (lanes(*from) != lanes(*to) || warps(*from) != warps(*to) || blocks(*from) != blocks(*to)) {
    return;
  }
  const auto answer = conversion(build(*from, shape), build(*to, shape));
  if (!answer) return;
  for (Int changed : {answer->blocks, answer->warps, answer->lanes, answer->registers}) {
    must(0 <= changed && changed <= answer->elements);
  }
}

void check_text(std::string_view text) {
  const Dump dump = read_dump(text);
  must(!dump.modules.empty());
  for (const DumpLayout& layout : dump.layouts) {
    check_found(text, dump, layout);
    if (layout.layout) check_on_shapes(layout);
  }
  const Kernels kernels = read_kernels(text);
  for (const auto& [function, operation] : operations_of(kernels, Op::convert_layout)) {
    if (operation->operand_types.empty() || operation->result_types.empty()) continue;
    check_conversion(kernels.type(operation->operand_types[0]).encoding,
                     kernels.type(operation->result_types[0]).encoding);
  }
  must(dump.find("") == nullptr);
  const Aliases aliases = dump.aliases();
  for (const DumpLayout& layout : dump.layouts) {
    if (!layout.name.empty()) aliases(layout.name);
  }
}

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  layoutq::check_text({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return layoutq::mutate_lines(data, size, most, seed);
}
