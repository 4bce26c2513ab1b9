#pragma once

#include <memory>
#include <vector>

#include "core/kinds/description.h"
#include "core/layout/layout.h"
#include "core/layout/owners.h"

namespace layoutq {

/// An extent that is far too large to step through.
inline constexpr Int huge = Int{1} << 30;

inline Description blocked(Dims size_per_thread, Dims threads_per_warp, Dims warps_per_cta,
                           Dims order) {
  return {Blocked{size_per_thread, threads_per_warp, warps_per_cta, order}};
}

/// The example in core/layout/layout.h, whose tile is 16 x 16.
inline Description example() { return blocked({1, 4}, {8, 4}, {2, 1}, {1, 0}); }

inline Description slice_of(const Description& parent, int dim) {
  return {Slice{dim, std::make_shared<const Description>(parent)}};
}

/// Lists the places that hold the coordinate.
inline std::vector<Place> owners_of(const Layout& layout, const Coordinate& coordinate) {
  std::vector<Place> places;
  for (Owners at = layout.owners(coordinate); at; at.next()) places.push_back(*at);
  return places;
}

/// Lists the elements of one thread of block 0, in register order.
inline std::vector<Dims> held(const Layout& layout, Int warp, Int lane) {
  std::vector<Dims> elements;
  for (Int reg = 0; reg < layout.registers(); ++reg) {
    elements.push_back(layout.coordinate({0, warp, lane, reg}));
  }
  return elements;
}

}  // namespace layoutq
