#pragma once

#include <optional>
#include <variant>

#include "core/layout/dims.h"
#include "core/layout/linear/linear_layout.h"
#include "core/layout/owners.h"
#include "core/layout/place.h"
#include "core/layout/tiled/tiled_layout.h"

namespace layoutq {

/// A layout says which element of a tensor each register of each lane of each warp holds. Every
/// question takes a Layout.
///
/// Why places map to elements
/// --------------------------
/// A layout is a map from places to coordinates: a place (register, lane, warp, block) holds
/// exactly one element, while an element may be held in several places, which are copies of each
/// other. So this direction always has one answer, and the way back has a list of answers.
/// `coordinate` evaluates the map, and `owners` goes back, from an element to all of its places. A
/// block is a CTA of a cluster; most kernels have only block 0.
///
/// A small table, filled in step by step
/// -------------------------------------
/// A 4 × 4 tensor is held by two warps of four lanes each, two registers per lane (size_per_thread
/// 1,2; threads_per_warp 2,2; warps_per_cta 2,1). A cell below shows the place that holds the
/// element, as warp:lane:register:
///
///     registers of lane 0           then lanes 1, 2 and 3         then warp 1
///     0:0:0  0:0:1    .      .      0:0:0  0:0:1  0:1:0  0:1:1    0:0:0  0:0:1  0:1:0  0:1:1
///       .      .      .      .      0:2:0  0:2:1  0:3:0  0:3:1    0:2:0  0:2:1  0:3:0  0:3:1
///       .      .      .      .        .      .      .      .      1:0:0  1:0:1  1:1:0  1:1:1
///       .      .      .      .        .      .      .      .      1:2:0  1:2:1  1:3:0  1:3:1
///
/// Register 1 holds the element to the right of register 0's, lane 1 lies two columns to the right
/// of lane 0, lane 2 one row below it, and warp 1 two rows below warp 0. Were the tensor 2 × 4, the
/// layout would wrap around, and warp 1 would hold copies of what warp 0 holds. Were it 8 × 4, the
/// tile above would repeat below itself, in registers 2 and 3.
///
/// The mathematics
/// ---------------
/// These parts move independently of each other: lane 2 lies one row below lane 0 in every register
/// of every warp. Hence a place's coordinate is a combination of what each of its numbers moves:
///
///     coordinate(r, l, w) = move(r) + move(l) + move(w)     modulo the shape
///
/// For example, size_per_thread 1,4, threads_per_warp 8,4 and warps_per_cta 2,1 cover a 16 × 16
/// tensor. Which element does register 2 of lane 5 of warp 1 hold? Register 2 moves by (0,2). Lane
/// 5 is row 1, column 1 of the 8 × 4 lanes, each of which is 4 columns wide: (1,4). Warp 1 begins
/// after the 8 rows of warp 0: (8,0). Together that is (9,6).
///
/// So a few numbers describe the whole layout, and every method computes its answer from them,
/// without a table or a search, whatever the size of the tensor.
///
/// There are two ways to combine the parts, and questions need not know which one a layout uses. In
/// a TiledLayout the parts are added, as above, and their sizes are arbitrary. In a LinearLayout
/// they combine by xor, and their sizes are powers of two. What a question needs of only one of
/// them it reaches by `visit`, in overloads that stand beside the question.
class Layout {
 public:
  Layout(TiledLayout layout);
  Layout(LinearLayout layout);

  // The arithmetic.

  /// Returns the tile arithmetic, or null if the layout is defined by bases.
  const TiledLayout* tiled() const { return std::get_if<TiledLayout>(&arithmetic_); }
  /// Returns the layout by its bases, or nullopt if a size is not a power of two.
  std::optional<LinearLayout> linear() const;

  /// Returns visitor(arithmetic), where the arithmetic is a TiledLayout or a LinearLayout.
  template <class Visitor>
  decltype(auto) visit(Visitor visitor) const {
    const TiledLayout* tiled = std::get_if<TiledLayout>(&arithmetic_);
    return tiled != nullptr ? visitor(*tiled) : visitor(*std::get_if<LinearLayout>(&arithmetic_));
  }

  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  Int elements() const;                         ///< of the tensor
  Int registers() const { return registers_; }  ///< of a thread
  Int lanes() const { return lanes_; }          ///< of a warp
  Int warps() const { return warps_; }          ///< of a CTA
  Int blocks() const { return blocks_; }        ///< CTAs of a cluster, all on one tensor
  Int threads() const { return lanes_ * warps_; }
  /// Returns the thread's number within the CTA: warp × lanes of a warp + lane.
  Int thread(const Place& place) const { return place.warp * lanes_ + place.lane; }
  /// Returns the region of all places and all elements.
  Region everything() const;

  // Place → coordinate, and back.

  /// Returns the element that the place holds.
  Coordinate coordinate(const Place& place) const {
    return visit([&](const auto& layout) { return layout.coordinate(place); });
  }
  /// Returns an iterator over the places that hold the coordinate, ordered by block, warp, lane and
  /// register (core/layout/owners.h).
  Owners owners(const Coordinate& coordinate) const {
    return visit([&](const auto& layout) { return Owners(layout, coordinate); });
  }
  /// Returns the number of places that hold the coordinate.
  Int holders(const Coordinate& coordinate) const;
  /// Returns the run of registers that begins at the place: at least one register.
  Run registers_from(const Place& place) const {
    return visit([&](const auto& layout) { return layout.registers_from(place); });
  }

  // The registers of a thread.

  /// The number of repetitions of the thread tile in a thread's registers. They are equal in size
  /// unless a slice drops some registers. A layout without a thread tile has one repetition.
  Int repetitions() const;
  /// Returns the registers of the i-th repetition, 0 ≤ i < repetitions().
  Range repetition(Int i) const;
  /// The number of registers that hold an element which no lower register of the lane holds. They
  /// are the same registers in every lane.
  Int distinct_registers() const;
  /// Returns the i-th of these registers, 0 ≤ i < distinct_registers().
  Int distinct_register(Int i) const;

  /// Returns the layout without dimension `d`, whose extent must be 1 and which must not be the
  /// only dimension. Lanes and warps along `d` then hold copies. A LinearLayout also drops the
  /// registers that move nothing.
  Layout without(int d) const;

 private:
  void take_sizes();

  std::variant<TiledLayout, LinearLayout> arithmetic_;
  // Copies of the arithmetic's sizes, which are read often.
  Shape shape_;
  Int registers_ = 1;
  Int lanes_ = 1;
  Int warps_ = 1;
  Int blocks_ = 1;
};

}  // namespace layoutq
