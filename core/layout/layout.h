#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/linear/linear_layout.h"
#include "core/layout/place.h"
#include "core/layout/tiled/tiled_layout.h"

namespace layoutq {

class Owners;

/// A layout says which element of a tensor each register of each lane of each warp holds. Every
/// question takes a Layout.
///
/// It is a map from places to coordinates: a place (register, lane, warp, block) holds exactly one
/// element, while an element may be held in several places, which are copies of each other.
/// `coordinate` evaluates the map, and `owners` goes back, from an element to all of its places. A
/// block is a CTA of a cluster.
///
/// For example, a 4 × 4 tensor is held by two warps of four lanes each, two registers per lane
/// (size_per_thread 1,2; threads_per_warp 2,2; warps_per_cta 2,1). A cell below shows the place
/// that holds the element, as warp:lane:register, and the table fills step by step:
///
///     registers of lane 0           then lanes 1, 2 and 3         then warp 1
///     0:0:0  0:0:1    .      .      0:0:0  0:0:1  0:1:0  0:1:1    0:0:0  0:0:1  0:1:0  0:1:1
///       .      .      .      .      0:2:0  0:2:1  0:3:0  0:3:1    0:2:0  0:2:1  0:3:0  0:3:1
///       .      .      .      .        .      .      .      .      1:0:0  1:0:1  1:1:0  1:1:1
///       .      .      .      .        .      .      .      .      1:2:0  1:2:1  1:3:0  1:3:1
///
/// Register 1 holds the element to the right of register 0's, lane 1 lies two columns to the right
/// of lane 0, lane 2 one row below it, and warp 1 two rows below warp 0. These parts move
/// independently of each other: lane 2 lies one row below lane 0 in every register of every warp. A
/// few numbers therefore describe the whole layout, and every method computes its answer from them,
/// without a table or a search, whatever the size of the tensor. Were the tensor 2 × 4, the layout
/// would wrap around, and warp 1 would hold copies of what warp 0 holds.
///
/// There are two arithmetics, and questions need not know which one a layout uses. In a TiledLayout
/// the parts are added, and their sizes are arbitrary. In a LinearLayout they combine by xor, and
/// their sizes are powers of two.
class Layout {
 public:
  Layout(TiledLayout layout);
  Layout(LinearLayout layout);

  // The arithmetic, for the few callers that show or compare it.

  /// Returns the tile arithmetic, or null if the layout is defined by bases.
  const TiledLayout* tiled() const { return std::get_if<TiledLayout>(&arithmetic_); }
  /// Returns the layout by its bases, or nullopt if a size is not a power of two.
  std::optional<LinearLayout> linear() const;

  /// Calls visitor(arithmetic).
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
  /// Within the CTA: warp × lanes of a warp + lane.
  Int thread(const Place& place) const { return place.warp * lanes_ + place.lane; }
  /// Returns the region of all places and all elements.
  Region everything() const;

  /// Returns the layout without dimension `d`, whose extent must be 1 and which must not be the
  /// only dimension. Lanes and warps along `d` then hold copies. A LinearLayout also drops the
  /// registers that move nothing.
  Layout without(int d) const;

  // Place → coordinate, and back.

  Coordinate coordinate(const Place& place) const {
    return visit([&](const auto& layout) { return layout.coordinate(place); });
  }
  /// Returns an iterator over the places that hold the coordinate, ordered by block, warp, lane and
  /// register (core/layout/owners.h).
  Owners owners(const Coordinate& coordinate) const;
  /// Returns the number of places that hold the coordinate.
  Int holders(const Coordinate& coordinate) const;
  /// Returns how many blocks hold an element; or how many warps of such a block, how many lanes of
  /// such a warp, or how many registers of such a lane do. If the tile wraps in step with the
  /// tensor, as it always does with powers of two, this is the same for every element, and the
  /// product of the four numbers is `copies_max`. Otherwise elements differ, and the product may
  /// differ, too.
  Int copies(Index index) const;
  /// True if a place of the region holds an element of the region.
  bool meets(const Region& region) const;

  /// Returns the run of registers that begins at the place: at least one register.
  Run registers_from(const Place& place) const {
    return visit([&](const auto& layout) { return layout.registers_from(place); });
  }

  // The pattern of elements in a thread, a warp, a CTA.

  /// The smallest and the largest number of places that hold an element.
  Int copies_min() const;
  Int copies_max() const;
  /// An upper bound for the number of threads that hold an element. It is exact if the tile wraps
  /// in step with the tensor.
  Int threads_per_element() const;
  /// The number of different positions along dimension `d` in a thread; the same for every thread.
  Int positions(int d) const;
  /// The number of different coordinates in a thread if dimension `d` is ignored.
  Int results(int d) const;
  /// The number of different sets of positions along dimension `d` that the lanes of a warp
  /// (Index::lane), the warps of a CTA (Index::warp) or the CTAs (Index::block) hold.
  Int position_sets(int d, Index index) const;
  /// Returns how the tile covers dimension `d`. In a LinearLayout the tile consists of the bases
  /// that move along `d`; a register bit that moves further than every lane and warp is a
  /// repetition.
  Tiling tiling(int d) const;

  /// The number of repetitions of the thread tile in a thread's registers. They are equal in size
  /// unless a slice drops some registers. A layout without a thread tile has one repetition.
  Int repetitions() const;
  /// The registers of the i-th repetition, 0 ≤ i < repetitions().
  Range repetition(Int i) const;
  /// The number of registers that hold an element which no lower register of the lane holds, and
  /// the i-th of them. They are the same in every lane.
  Int distinct_registers() const;
  Int distinct_register(Int i) const;
  /// Returns the largest power of two V ≤ `most` such that V divides the number of registers and,
  /// in every lane of every warp, registers kV … kV + V − 1 hold consecutive elements along
  /// dimension `d` that begin at a multiple of V.
  Int vector_registers(int d, Int most) const;
  /// Returns, for each dimension, the coordinates that the lanes of the warp of `first` hold in
  /// `registers` registers, beginning at the register of `first`. That is a whole repetition, or a
  /// power of two that divides the number of the first register. The warp holds the product of
  /// these sets. Returns nullopt if a dimension needs more than a few strands, or if the
  /// coordinates are not a product.
  std::optional<std::vector<std::vector<Strand>>> strands(const Place& first, Int registers) const;
  /// Returns the same for everything that a CTA holds.
  std::optional<std::vector<std::vector<Strand>>> block_strands(Int block) const;

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
