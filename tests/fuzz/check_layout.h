#pragma once

#include <variant>

#include "core/kinds/any_description.h"
#include "core/layout/meets.h"
#include "core/layout/owners.h"
#include "tests/fuzz/must.h"

/// Checks facts that hold for every valid layout, whatever its size.
namespace layoutq {

/// Checks that the first and the last place hold an element of which they are an owner.
inline void check_layout(const Description& description, const Shape& shape) {
  if (problem_of(description, shape)) return;
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
    must(meets(layout, region));
    must(layout.coordinate(*layout.owners(element)) == element);
  }
}

/// Checks that a layout of shared memory leads from a number to its offset and back.
inline void check_layout(const SharedDescription& description, const Shape& shape) {
  if (problem_of(description, shape)) return;
  const SharedLayout layout = build(description, shape);
  for (Int number : {Int{0}, layout.elements() / 2, layout.elements() - 1}) {
    const Place place{.reg = number};
    const Coordinate element = layout.numbers().coordinate(place);
    must((*layout.numbers().owners(element)).reg == number);
    must(layout.number(layout.offset(number)) == number);
    must(layout.offset(number) < layout.size());
  }
}

/// Checks the layout on the shape that its tile covers.
inline void check_covered(const AnyDescription& any) {
  if (problem_of(any)) return;
  const Shape shape = covered_shape(any);
  std::visit([&](const auto& description) { check_layout(description, shape); }, any);
}

}  // namespace layoutq
