#pragma once

#include <array>
#include <compare>
#include <optional>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/place.h"

namespace layoutq {

/// What a place takes along one dimension, in the order in which places are listed.
struct Split {
  Int warp;
  Int lane;
  Int repetition;
  Int element;  ///< within the block of one thread

  friend auto operator<=>(const Split&, const Split&) = default;
};

/// One for each axis of a layout.
using Splits = std::array<Split, max_rank>;

/// A range for each part of a Split: all the places along one dimension whose parts lie in them.
struct SplitRanges {
  Range warp;
  Range lane;
  Range repetition;
  Range element;
};

/// One dimension of a tensor, dealt out to elements of a thread's block, lanes, warps and
/// repetitions of the tile.
///
/// The four are the digits of one number, the position:
///
///     position   = repetition·tile + warp·warp_step + lane·lane_step + element
///     coordinate = position mod extent
///
/// so every position below repetitions·tile stands for exactly one Split, and a coordinate is held
/// at positions coordinate, coordinate + extent, … as far as they go. With elements 4, lanes 4,
/// warps 1 and extent 8 the tile is 16, and coordinate 6 is at position 6 (lane 1, element 2) and
/// at position 14 (lane 3, element 2).
///
/// More than one repetition is only made where the tile is smaller than the extent, hence
/// repetitions·tile < 2·extent there: a coordinate then has at most two positions.
struct Axis {
  Int extent = 1;       ///< of the tensor, in elements
  Int elements = 1;     ///< size_per_thread
  Int lanes = 1;        ///< threads_per_warp
  Int warps = 1;        ///< warps_per_cta
  Int repetitions = 1;  ///< max(1, ⌈extent / tile⌉)
  /// Only registers that hold, in their lane, what no lower register holds are counted, as in a
  /// slice: those with repetition·tile + element < extent as Triton's slice layout has it.
  bool distinct = false;
  bool dropped = false;  ///< a slice took this dimension away: no coordinate tells of it

  Int lane_step() const { return elements; }
  Int warp_step() const { return elements * lanes; }
  Int tile() const { return elements * lanes * warps; }

  /// How many elements of the block the repetition has: fewer in the last one of a distinct axis.
  Int elements_in(Int repetition) const;
  /// Registers that one thread has along this dimension.
  Int registers() const;
  /// Places along this dimension, those of dropped registers left out.
  Int places() const { return registers() * lanes * warps; }
  /// Registers that hold, in every lane alike, what no lower register holds.
  Int distinct_registers() const;

  Int position(const Split& split) const;
  Split split(Int position) const;

  /// How many places along this dimension hold the coordinate, 0 ≤ coordinate < extent.
  Int holders(Int coordinate) const;
  /// The k-th of them, in increasing order of Split; 0 ≤ k < holders(coordinate).
  Split holder(Int coordinate, Int k) const;

  /// Whether a place within the ranges holds a coordinate within `coordinates`.
  bool reaches(const SplitRanges& ranges, Range coordinates) const;

  /// The coordinates that all lanes hold in `run` registers in a row, the first of which is at
  /// `position` in lane 0: sorted, disjoint strands. Nothing where the lanes wrap around the extent
  /// out of step with it, so that a few strands do not tell it.
  std::optional<std::vector<Strand>> strands(Int position, Int run) const;
};

inline Split Axis::split(Int position) const {
  // Positions stay below twice the greatest extent, and 32 bits divide faster than 64.
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
