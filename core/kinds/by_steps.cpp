#include "core/kinds/by_steps.h"

#include <fmt/format.h>

#include "core/kinds/parameters.h"

namespace layoutq {

std::optional<Problem> not_powers_of_two(const Shape& shape) {
  for (Int extent : shape) {
    if (!is_power_of_two(extent)) {
      return Problem{
          "shape",
          fmt::format("has {}, but layouts other than blocked take only powers of two", extent)};
    }
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_fitted(const Steps& steps, const Shape& shape) {
  int bits = 0;
  for (Index index : {Index::reg, Index::lane, Index::warp, Index::block}) {
    bits += steps.bits(index);
  }
  if (bits > std::countr_zero(static_cast<Bits>(max_places))) return too_many_places();
  // If bases overlap or leave gaps, they may no longer reach every element of a smaller shape.
  if (!surjective(shape, {&steps.bases(Index::reg), &steps.bases(Index::lane),
                          &steps.bases(Index::warp), &steps.bases(Index::block)})) {
    return Problem{"shape", "has elements that no place holds, because it cuts off the bases"};
  }
  return std::nullopt;
}

Layout layout_of(const Steps& steps, const Shape& shape, std::optional<int> thread_tile_bits) {
  return LinearLayout(shape, steps.bases(Index::reg), steps.bases(Index::lane),
                      steps.bases(Index::warp), steps.bases(Index::block), thread_tile_bits);
}

}  // namespace layoutq
