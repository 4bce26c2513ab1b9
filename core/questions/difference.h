#pragma once

#include <optional>
#include <vector>

#include "core/layout/layout.h"
#include "core/layout/shared_layout.h"

namespace layoutq {

/// The elements that two layouts hold in a place, or in a thread, which register 0 then stands for.
/// A list is empty if that layout does not have the place.
struct DifferentPlace {
  Place place;
  std::vector<Coordinate> first;
  std::vector<Coordinate> second;
};

struct Difference {
  Int count = 0;                       ///< the number of places or threads that differ
  std::vector<DifferentPlace> places;  ///< the first few, in order
};

/// Returns the places that hold different elements in two layouts, or the threads that hold
/// different sets of elements. A place that only one layout has counts as different. Layouts by
/// bases are compared by linear algebra, others place by place; returns nullopt if that would be
/// more than most_compared places.
enum class Compare { places, threads };
inline constexpr Int most_compared = Int{1} << 24;
std::optional<Difference> difference(const Layout& first, const Layout& second, Compare compare,
                                     std::size_t most_places);

/// Returns the offsets in shared memory that hold different elements, as the registers of the
/// returned places. Layouts with different paddings are compared offset by offset; returns nullopt
/// if that would be more than most_compared offsets.
std::optional<Difference> difference(const SharedLayout& first, const SharedLayout& second,
                                     std::size_t most_places);

}  // namespace layoutq
