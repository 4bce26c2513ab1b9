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

/// Which element every place holds: the one type that all questions are asked of.
///
/// A layout maps a place (register, lane, warp, block) to a coordinate of its tensor, and back to
/// every place that holds a coordinate. Its parts move independently of each other: lane 5 lies as
/// far from lane 0 in every register of every warp. So the threads hold one pattern of elements,
/// each shifted by its own distance, and a few numbers tell all of it; nothing is tabulated and
/// nothing searched, whatever the tensor's size.
///
/// There are two arithmetics for that, and a question asks neither which it is. A tile whose parts
/// are added, of any sizes, is a TiledLayout; bases that combine by xor, whose sizes are powers of
/// two, are a LinearLayout. Each tells its own rules.
class Layout {
 public:
  Layout(TiledLayout layout);
  Layout(LinearLayout layout);

  // The arithmetic: for what is about it, not about places.

  /// The layout as digits of a tile, or null.
  const TiledLayout* tiled() const { return std::get_if<TiledLayout>(&arithmetic_); }
  /// The layout by its bases; nothing where a size is no power of two.
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
  /// Every place and every element.
  Region everything() const;

  /// The layout that is left when dimension `d` goes, whose extent is 1 and which is not the last
  /// one left: its lanes and warps hold copies. By bases, registers that move nothing go, too.
  Layout without(int d) const;

  // Place → coordinate, and back.

  Coordinate coordinate(const Place& place) const {
    return visit([&](const auto& layout) { return layout.coordinate(place); });
  }
  /// Every place that holds the coordinate, by block, warp, lane and register: a walk over them
  /// (core/layout/owners.h).
  Owners owners(const Coordinate& coordinate) const;
  /// How many there are.
  Int holders(const Coordinate& coordinate) const;
  /// Where the tensor and the tile wrap in step, every element is in that many blocks, or in that
  /// many warps of each of these, and so on; the product of the four is then `copies_max`,
  /// otherwise it is not.
  Int copies(Index index) const;
  /// Whether a place of the region holds an element of the region.
  bool meets(const Region& region) const;

  /// Registers from the place on; at least one.
  Run registers_from(const Place& place) const {
    return visit([&](const auto& layout) { return layout.registers_from(place); });
  }

  // The pattern of elements in a thread, a warp, a CTA.

  /// Places per element, the fewest and the most over all elements.
  Int copies_min() const;
  Int copies_max() const;
  /// An upper bound for the number of threads that hold one element, met unless the layout wraps
  /// out of step with the tensor.
  Int threads_per_element() const;
  /// Different positions along dimension `d` in one thread, the same for every thread.
  Int positions(int d) const;
  /// Different coordinates in one thread once dimension `d` is left out.
  Int results(int d) const;
  /// How many different sets of positions along dimension `d` the lanes of a warp hold
  /// (Index::lane), or the warps of a CTA (Index::warp), or the CTAs (Index::block).
  Int position_sets(int d, Index index) const;
  /// How the tile covers dimension `d`. By bases it is made of what moves along that dimension; a
  /// register that moves further than every lane and warp is a repetition.
  Tiling tiling(int d) const;

  /// A thread's registers come in repetitions of its block, equal in size unless a slice leaves
  /// some out; a layout without a block is a single one.
  Int repetitions() const;
  /// The registers of the i-th, 0 ≤ i < repetitions().
  Range repetition(Int i) const;
  /// How many registers hold, in every lane alike, what no lower register holds; and the i-th.
  Int distinct_registers() const;
  Int distinct_register(Int i) const;
  /// The greatest power of two V ≤ `most` that divides the number of registers and for which in
  /// every lane of every warp registers kV … kV + V − 1 step by 1 along dimension `d` from a
  /// coordinate divisible by V.
  Int vector_registers(int d, Int most) const;
  /// Per dimension the coordinates that the lanes of the warp of `first` hold in so many registers
  /// from its register on (a whole repetition, or a power of two that divides the register's
  /// number): their product is what the warp holds there. Nothing where a dimension takes more than
  /// a few strands, or the coordinates are no product.
  std::optional<std::vector<std::vector<Strand>>> strands(const Place& first, Int registers) const;
  /// The same for all that a CTA holds.
  std::optional<std::vector<std::vector<Strand>>> block_strands(Int block) const;

 private:
  void take_sizes();

  std::variant<TiledLayout, LinearLayout> arithmetic_;
  // As the arithmetic has them: they are asked for all the time.
  Shape shape_;
  Int registers_ = 1;
  Int lanes_ = 1;
  Int warps_ = 1;
  Int blocks_ = 1;
};

}  // namespace layoutq
