#pragma once

#include <optional>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/linear/linear_layout.h"
#include "core/layout/place.h"
#include "core/layout/tiled/axis.h"

namespace layoutq {

/// A layout by its tile: the arithmetic of any positive sizes.
///
/// Each dimension is an Axis: a number whose digits are the element in a thread's block, the
/// lane, the warp and the repetition. The parts of all axes are packed into the three indices with
/// the first axis of `order` changing fastest: the lane number is the axes' lanes, the warp number
/// their warps, and the register number their elements and then, slower, their repetitions. There
/// is one CTA.
///
/// Worked by hand, for two axes of extent 16 with elements 1, 4, lanes 8, 4, warps 2, 1 and order
/// 1, 0: coordinate (9, 6) is 9 = 1·8 + 1·1 + 0 along dimension 0 (warp 1, lane 1, element 0) and
/// 6 = 0·16 + 1·4 + 2 along dimension 1 (warp 0, lane 1, element 2). The lane is 1 + 4·1 = 5, the
/// warp 0 + 1·1 = 1, the register 2 + 4·0 = 2.
class TiledLayout {
 public:
  /// Axes in the order of the tensor's dimensions, dropped ones among them; `order` is a
  /// permutation of the axes, fastest first. At least one axis is not dropped; there are at most
  /// 2^62 places.
  TiledLayout(std::vector<Axis> axes, std::vector<std::size_t> order);

  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  Int registers() const { return registers_; }
  Int lanes() const { return lanes_; }
  Int warps() const { return warps_; }
  Int blocks() const { return 1; }

  /// As `Layout` has them (core/layout/layout.h).
  Coordinate coordinate(const Place& place) const;
  Int holders(const Coordinate& coordinate) const;
  Int copies(Index index) const;
  bool meets(const Region& region) const;
  Run registers_from(const Place& place) const;
  TiledLayout without(int d) const;
  Int copies_min() const;
  Int copies_max() const;
  Int threads_per_element() const;
  Int positions(int d) const;
  Int results(int d) const;
  Int position_sets(int d, Index index) const;
  Tiling tiling(int d) const;
  Int repetitions() const;
  Range repetition(Int i_th) const;
  Int distinct_registers() const;
  Int distinct_register(Int i) const;
  Int vector_registers(int d, Int most) const;
  std::optional<std::vector<std::vector<Strand>>> strands(const Place& first, Int registers) const;
  std::optional<std::vector<std::vector<Strand>>> block_strands(Int block) const;

  /// The same layout by its bases, where every size is a power of two.
  std::optional<LinearLayout> linear() const;

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
