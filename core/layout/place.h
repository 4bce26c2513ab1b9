#pragma once

#include <array>
#include <compare>

#include "core/layout/dims.h"

namespace layoutq {

/// A slot for one element: register `reg` of lane `lane` of warp `warp`, in CTA `block` of the
/// cluster. Compares in the order in which answers list places.
struct Place {
  Int block = 0;
  Int warp = 0;
  Int lane = 0;
  Int reg = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The numbers that name a place.
enum class Index { block, warp, lane, reg };

/// A part of a layout: the places whose numbers lie in `block`, `warp`, `lane` and `reg`, and the
/// elements whose coordinate lies in `box`, which has a range for each dimension.
struct Region {
  Range block;
  Range warp;
  Range lane;
  Range reg;
  std::array<Range, max_rank> box;

  bool contains(const Place& place) const {
    return block.contains(place.block) && warp.contains(place.warp) && lane.contains(place.lane) &&
           reg.contains(place.reg);
  }
  bool contains(const Coordinate& coordinate) const {
    for (int d = 0; d < coordinate.rank(); ++d) {
      if (!box[static_cast<std::size_t>(d)].contains(coordinate[d])) return false;
    }
    return true;
  }
};

/// A row of `length` elements with their places: `element` in `place`, and each next element
/// `element_step` further along `dimension`, in the place that is `place_step` further.
struct Run {
  Coordinate element = {};
  Place place = {};
  int dimension = 0;
  Int element_step = 0;
  Place place_step = {};
  Int length = 0;

  /// Returns the part that begins at the i-th element and has `count` elements.
  Run part(Int i, Int count) const {
    Run run = *this;
    run.element[dimension] += i * element_step;
    run.place = {place.block + i * place_step.block, place.warp + i * place_step.warp,
                 place.lane + i * place_step.lane, place.reg + i * place_step.reg};
    run.length = count;
    return run;
  }
};

}  // namespace layoutq
