#pragma once

#include <array>
#include <compare>
#include <optional>
#include <vector>

#include "core/layout/dims.h"

namespace layoutq {

/// The parts of a place along one dimension, in the order in which places are listed.
struct Split {
  Int warp;
  Int lane;
  Int repetition;
  Int element;  ///< within the thread tile

  friend auto operator<=>(const Split&, const Split&) = default;
};

/// A Split for each axis of a layout.
using Splits = std::array<Split, max_rank>;

/// A range for each part of a Split. It selects the places along one dimension whose parts lie in
/// these ranges.
struct SplitRanges {
  Range warp;
  Range lane;
  Range repetition;
  Range element;
};

/// The coordinates first + j·step + i for j < count and i < run: `count` runs of `run` neighbours.
/// The step of a single run is 1.
struct Strand {
  Int first = 0;
  Int run = 1;
  Int step = 1;
  Int count = 1;
};

/// One dimension of a tensor, distributed over the elements of a thread tile, lanes, warps and
/// repetitions of the tile.
///
/// These four parts are the digits of a number, the position:
///
///     position   = repetition·tile + warp·warp_step + lane·lane_step + element
///     coordinate = position mod extent
///
/// Every position below repetitions·tile corresponds to exactly one Split, and a coordinate is held
/// at the positions coordinate, coordinate + extent, … below that limit. For example, 4 elements, 4
/// lanes and 1 warp make a tile of 16. With extent 8, coordinate 6 is at position 6 (lane 1,
/// element 2) and at position 14 (lane 3, element 2).
///
/// The tile only repeats if it is smaller than the extent. Then repetitions·tile < 2·extent, so a
/// coordinate has at most two positions.
struct Axis {
  Int extent = 1;       ///< of the tensor, in elements
  Int elements = 1;     ///< size_per_thread
  Int lanes = 1;        ///< threads_per_warp
  Int warps = 1;        ///< warps_per_cta
  Int repetitions = 1;  ///< max(1, ⌈extent / tile⌉)
  /// Keeps only the registers that hold an element which no lower register of the lane holds.
  /// Slices do this: Triton's SliceEncodingAttr keeps those with repetition·tile + element <
  /// extent.
  bool distinct = false;
  bool dropped = false;  ///< true if a slice removed this dimension from the coordinates

  Int lane_step() const { return elements; }
  Int warp_step() const { return elements * lanes; }
  Int tile() const { return elements * lanes * warps; }

  /// The number of elements of the thread tile in a repetition. The last repetition of a distinct
  /// axis may have fewer than the others.
  Int elements_in(Int repetition) const;
  /// The number of registers of a thread along this dimension.
  Int registers() const;
  /// The number of places along this dimension, without dropped registers.
  Int places() const { return registers() * lanes * warps; }
  /// The number of registers that hold an element which no lower register of the lane holds. It is
  /// the same in every lane.
  Int distinct_registers() const;

  Int position(const Split& split) const;
  Split split(Int position) const;

  /// The number of places along this dimension that hold the coordinate, 0 ≤ coordinate < extent.
  Int holders(Int coordinate) const;
  /// Returns the k-th of these places, in increasing order of Split; 0 ≤ k < holders(coordinate).
  Split holder(Int coordinate, Int k) const;

  /// True if a place within the ranges holds a coordinate within `coordinates`.
  bool reaches(const SplitRanges& ranges, Range coordinates) const;

  /// Returns the coordinates that all lanes hold in `run` consecutive registers, of which the first
  /// is at `position` in lane 0, as sorted, disjoint strands. Returns nullopt if a few strands
  /// cannot describe them, because lanes wrap around an extent that the step does not divide.
  std::optional<std::vector<Strand>> strands(Int position, Int run) const;
};

inline Split Axis::split(Int position) const {
  // Positions are below twice the largest extent, and a 32-bit division is faster than a 64-bit
  // one.
  using Narrow = std::uint32_t;
  const auto whole = static_cast<Narrow>(position);
  const Narrow in_tile = whole % static_cast<Narrow>(tile());
  const Narrow in_warp = in_tile % static_cast<Narrow>(warp_step());
  return {.warp = in_tile / static_cast<Narrow>(warp_step()),
          .lane = in_warp / static_cast<Narrow>(lane_step()),
          .repetition = whole / static_cast<Narrow>(tile()),
          .element = in_warp % static_cast<Narrow>(lane_step())};
}

}  // namespace layoutq
