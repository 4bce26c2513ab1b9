#pragma once

#include <array>
#include <compare>
#include <optional>
#include <vector>

#include "core/layout/axis.h"
#include "core/layout/dims.h"

namespace layoutq {

/// A slot for one element: register `reg` of lane `lane` of warp `warp`. Compares in the order in
/// which answers list places.
struct Place {
  Int warp = 0;
  Int lane = 0;
  Int reg = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The numbers that name a place.
enum class Index { warp, lane, reg };

/// Places with their numbers in `warp`, `lane` and `reg`, and elements with their coordinate in
/// `box` (a range per dimension): a part of a layout, to ask what it has in common.
struct Region {
  Range warp;
  Range lane;
  Range reg;
  std::array<Range, max_rank> box;

  bool contains(const Place& place) const {
    return warp.contains(place.warp) && lane.contains(place.lane) && reg.contains(place.reg);
  }
  bool contains(const Coordinate& coordinate) const;
};

/// Elements and their places in a row: `element` in `place`, then, as often as `length` says in
/// all, the element that lies `element_step` further along `dimension`, in the place `place_step`
/// further.
struct Run {
  Coordinate element;
  Place place;
  int dimension = 0;
  Int element_step = 0;
  Place place_step;
  Int length = 0;

  /// The part of it that starts `i` further on and is `count` long.
  Run part(Int i, Int count) const {
    Run run = *this;
    run.element[dimension] += i * element_step;
    run.place = {place.warp + i * place_step.warp, place.lane + i * place_step.lane,
                 place.reg + i * place_step.reg};
    run.length = count;
    return run;
  }
};

class Owners;

/// Which element every place holds: the one type that all questions are asked of.
///
/// A layout maps a place (register, lane, warp) to a coordinate of its tensor, and back to every
/// place that holds a coordinate. Its parts move independently of each other: lane 5 lies as far
/// from lane 0 in every register of every warp. So the threads hold one pattern of elements, each
/// shifted by its own distance, and a few numbers per dimension tell all of it; nothing is
/// tabulated and nothing searched, whatever the tensor's size.
///
/// Here each dimension is an Axis: a number whose digits are the element in a thread's block, the
/// lane, the warp and the repetition. The parts of all axes are packed into the three indices with
/// the first axis of `order` changing fastest: the lane number is the axes' lanes, the warp number
/// their warps, and the register number their elements and then, slower, their repetitions.
///
/// Worked by hand, for two axes of extent 16 with elements 1, 4, lanes 8, 4, warps 2, 1 and order
/// 1, 0: coordinate (9, 6) is 9 = 1·8 + 1·1 + 0 along dimension 0 (warp 1, lane 1, element 0) and
/// 6 = 0·16 + 1·4 + 2 along dimension 1 (warp 0, lane 1, element 2). The lane is 1 + 4·1 = 5, the
/// warp 0 + 1·1 = 1, the register 2 + 4·0 = 2.
class Layout {
 public:
  /// Axes in the order of the tensor's dimensions, dropped ones among them; `order` is a
  /// permutation of the axes, fastest first. At least one axis is not dropped; there are at most
  /// 2^62 places.
  Layout(std::vector<Axis> axes, std::vector<std::size_t> order);

  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  Int elements() const;                         ///< of the tensor
  Int registers() const { return registers_; }  ///< of a thread
  Int lanes() const { return lanes_; }          ///< of a warp
  Int warps() const { return warps_; }          ///< of a CTA
  Int threads() const { return lanes_ * warps_; }
  /// warp × lanes of a warp + lane.
  Int thread(const Place& place) const { return place.warp * lanes_ + place.lane; }
  /// Every place and every element.
  Region everything() const;

  /// The layout that is left when dimension `d` goes, whose extent is 1 and which is not the last
  /// one left: its lanes and warps hold copies.
  Layout without(int d) const;

  // Place → coordinate, and back.

  Coordinate coordinate(const Place& place) const;
  /// Every place that holds the coordinate, by warp, lane and register: a walk over them
  /// (core/layout/owners.h).
  Owners owners(const Coordinate& coordinate) const;
  /// How many there are.
  Int holders(const Coordinate& coordinate) const;
  /// Where the tensor and the tile wrap in step, every element is in that many warps, or in that
  /// many lanes of each of these, or in that many registers of each of these; the product of the
  /// three is then `copies_max`, otherwise it is not.
  Int copies(Index index) const;
  /// Whether a place of the region holds an element of the region.
  bool meets(const Region& region) const;

  /// Registers from the place on; at least one.
  Run registers_from(const Place& place) const;

  // How a place is made up: for calculations by hand.

  const std::vector<Axis>& axes() const { return axes_; }
  /// The axes' numbers, fastest first.
  const std::vector<std::size_t>& order() const { return order_; }
  /// The dimension of the tensor that an axis is; −1 for a dropped one.
  int dimension(std::size_t axis) const { return dimension_[axis]; }
  /// What the place takes along each axis, and back.
  Splits split(const Place& place) const;
  Place join(const Splits& splits) const;
  /// How much one step of each of these parts adds to the number that it belongs to: to the warp,
  /// the lane, and for both repetition and element to the register.
  Splits weights(const Splits& splits) const;
  /// The weights, where they are the same everywhere: unless an axis's last repetition has fewer
  /// elements than the others.
  const std::optional<Splits>& fixed_weights() const { return fixed_weights_; }

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
  /// (Index::lane), or the warps (Index::warp).
  Int position_sets(int d, Index index) const;

  /// A thread's registers come in blocks, one a repetition; a layout without repetitions is one.
  Int blocks() const;
  /// The registers of a block, 0 ≤ block < blocks().
  Range block(Int block) const;
  /// How many registers hold, in every lane alike, what no lower register holds; and the i-th.
  Int distinct_registers() const;
  Int distinct_register(Int i) const;
  /// The greatest power of two V ≤ `most` that divides the number of registers and for which in
  /// every lane of every warp registers kV … kV + V − 1 step by 1 along dimension `d` from a
  /// coordinate divisible by V.
  Int vector_registers(int d, Int most) const;
  /// Per dimension the coordinates that the lanes of the warp hold in these registers
  /// (a whole block, or some that run along one dimension): their product is what the warp
  /// holds there. Nothing where a dimension takes more than a few strands.
  std::optional<std::vector<std::vector<Strand>>> strands(Int warp, Range registers) const;

 private:
  std::vector<Axis> axes_;
  std::vector<std::size_t> order_;
  std::vector<int> dimension_;
  Shape shape_;
  Int registers_ = 1;
  Int lanes_ = 1;
  Int warps_ = 1;
  std::optional<Splits> fixed_weights_;
};

}  // namespace layoutq
