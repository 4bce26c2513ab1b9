#pragma once

#include <optional>
#include <vector>

#include "core/layout/layout.h"
#include "core/layout/shared_layout.h"

namespace layoutq {

/// What two layouts have in a place, or in a thread (register 0 then stands for all): nothing where
/// one of them does not have it.
struct DifferentPlace {
  Place place;
  std::vector<Coordinate> first;
  std::vector<Coordinate> second;
};

struct Difference {
  Int count = 0;                       ///< places, or threads, that differ
  std::vector<DifferentPlace> places;  ///< the first few, in order
};

/// Which places hold different elements in two layouts, or which threads different sets of
/// elements; one that only one of them has differs. Of layouts by bases by linear algebra; of
/// others by looking at every place, hence nothing where there are more than most_compared.
enum class Compare { places, threads };
inline constexpr Int most_compared = Int{1} << 24;
std::optional<Difference> difference(const Layout& first, const Layout& second, Compare compare,
                                     std::size_t most_places);

/// Which offsets in shared memory hold different elements; they are the registers of the answer's
/// places. Layouts with different paddings are compared offset by offset, hence nothing where there
/// are more than most_compared.
std::optional<Difference> difference(const SharedLayout& first, const SharedLayout& second,
                                     std::size_t most_places);

}  // namespace layoutq
