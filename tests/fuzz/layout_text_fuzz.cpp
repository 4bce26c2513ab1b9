#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/kinds/limits.h"
#include "core/layout/owners.h"
#include "core/text/dump.h"
#include "core/text/layout_text.h"

/// Whatever bytes come, the readers of text answer; and what they read, they print and read again.
namespace layoutq {

namespace {

void must(bool holds) {
  if (!holds) std::abort();
}

/// A layout that passes its checks holds in each place what has that place for an owner.
void check_layout(const Description& description) {
  if (check(description)) return;
  const Shape shape = covered_shape(description);
  if (check(description, shape)) return;
  const Layout layout = build(description, shape);
  const Place last{layout.blocks() - 1, layout.warps() - 1, layout.lanes() - 1,
                   layout.registers() - 1};
  for (const Place& place : {Place{}, last}) {
    const Coordinate element = layout.coordinate(place);
    must(layout.holders(element) >= 1);
    Region region = layout.everything();
    region.block = {place.block, place.block + 1};
    region.warp = {place.warp, place.warp + 1};
    region.lane = {place.lane, place.lane + 1};
    region.reg = {place.reg, place.reg + 1};
    for (int d = 0; d < element.rank(); ++d) {
      region.box[static_cast<std::size_t>(d)] = {element[d], element[d] + 1};
    }
    must(layout.meets(region));
    must(layout.coordinate(*layout.owners(element)) == element);
  }
}

/// One in shared memory has each element at an offset, and there that element.
void check_layout(const SharedDescription& description) {
  if (check(description)) return;
  const Shape shape = covered_shape(description);
  if (check(description, shape)) return;
  const SharedLayout layout = build(description, shape);
  for (Int number : {Int{0}, layout.elements() / 2, layout.elements() - 1}) {
    const Place place{.reg = number};
    const Coordinate element = layout.numbers().coordinate(place);
    must((*layout.numbers().owners(element)).reg == number);
    must(layout.number(layout.offset(number)) == number);
    must(layout.offset(number) < layout.size());
  }
}

void check_any(const AnyDescription& any) {
  std::visit([](const auto& description) { check_layout(description); }, any);
}

void read(std::string_view text) {
  const auto answer = read_layout_text(text);
  if (const auto* description = std::get_if<AnyDescription>(&answer)) {
    const std::string printed = mlir_text(*description);
    const auto again = read_layout_text(printed);
    // A text without any basis has no dimensions to tell; Python's has a shape.
    const auto* same = std::get_if<AnyDescription>(&again);
    if (same != nullptr && !check(*description)) must(mlir_text(*same) == printed);
    check_any(*description);
  } else {
    must(std::get<TextProblem>(answer).at <= text.size());
  }
  const auto type = read_tensor_type(text);
  if (const auto* problem = std::get_if<TextProblem>(&type)) must(problem->at <= text.size());
  const Dump dump = read_dump(text);
  for (const DumpLayout& layout : dump.layouts) {
    if (layout.layout) check_any(*layout.layout);
  }
}

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  layoutq::read({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
