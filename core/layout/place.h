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

/// Places with their numbers in `block`, `warp`, `lane` and `reg`, and elements with their
/// coordinate in `box` (a range per dimension): a part of a layout, to ask what it has in common.
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

/// Elements and their places in a row: `element` in `place`, then, as often as `length` says in
/// all, the element that lies `element_step` further along `dimension`, in the place `place_step`
/// further.
struct Run {
  Coordinate element = {};
  Place place = {};
  int dimension = 0;
  Int element_step = 0;
  Place place_step = {};
  Int length = 0;

  /// The part of it that starts `i` further on and is `count` long.
  Run part(Int i, Int count) const {
    Run run = *this;
    run.element[dimension] += i * element_step;
    run.place = {place.block + i * place_step.block, place.warp + i * place_step.warp,
                 place.lane + i * place_step.lane, place.reg + i * place_step.reg};
    run.length = count;
    return run;
  }
};

/// Coordinates first + j·step + i for j < count, i < run: `count` runs of `run` neighbours. A
/// single run has step 1.
struct Strand {
  Int first = 0;
  Int run = 1;
  Int step = 1;
  Int count = 1;
};

/// How a layout covers one dimension of its tensor. All in elements along it, or in counts.
struct Tiling {
  Int shape = 0;
  Int size_per_thread = 0;
  Int threads_per_warp = 0;
  Int warps_per_cta = 0;
  Int tile = 0;       ///< the product of these
  Int reps = 0;       ///< of the tile
  Int registers = 0;  ///< of a thread: size_per_thread × reps, less those that a slice leaves out
  Int copies = 0;     ///< the most places along the dimension that hold one coordinate
};

}  // namespace layoutq
