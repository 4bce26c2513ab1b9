#pragma once

#include <optional>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/linear/linear_layout.h"
#include "core/layout/place.h"
#include "core/layout/tiled/axis.h"

namespace layoutq {

/// A layout that is defined by a tile, with arbitrary positive sizes.
///
/// Each dimension is an Axis: a number whose digits are the element in the thread tile, the lane,
/// the warp and the repetition. The digits of all axes are packed into three indices, and the first
/// axis of `order` changes fastest. The lane number consists of the axes' lanes, the warp number of
/// their warps, and the register number of their elements and, slower, their repetitions. There is
/// one CTA.
///
/// For example, two axes have extent 16, elements 1, 4, lanes 8, 4, warps 2, 1 and order 1, 0.
/// Coordinate (9, 6) is 9 = 1·8 + 1·1 + 0 along dimension 0 (warp 1, lane 1, element 0) and
/// 6 = 0·16 + 1·4 + 2 along dimension 1 (warp 0, lane 1, element 2). So the lane is 1 + 4·1 = 5,
/// the warp is 0 + 1·1 = 1, and the register is 2 + 4·0 = 2.
class TiledLayout {
 public:
  /// Takes the axes in the order of the tensor's dimensions, including dropped ones. `order` is a
  /// permutation of the axes, fastest first. At least one axis must not be dropped, and there must
  /// be at most 2^62 places.
  TiledLayout(std::vector<Axis> axes, std::vector<std::size_t> order);

  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  Int registers() const { return registers_; }
  Int lanes() const { return lanes_; }
  Int warps() const { return warps_; }
  Int blocks() const { return 1; }

  // `Layout` documents these (core/layout/layout.h).
  Coordinate coordinate(const Place& place) const;
  Int holders(const Coordinate& coordinate) const;
  Run registers_from(const Place& place) const;
  Int repetitions() const;
  Range repetition(Int i_th) const;
  Int distinct_registers() const;
  Int distinct_register(Int i) const;
  TiledLayout without(int d) const;

  /// Returns the same layout by its bases, or nullopt if a size is not a power of two.
  std::optional<LinearLayout> linear() const;

  // The parts of a place, for calculations by hand.

  const std::vector<Axis>& axes() const { return axes_; }
  /// The indices of the axes, fastest first.
  const std::vector<std::size_t>& order() const { return order_; }
  /// The tensor's dimension that an axis stands for, or −1 if the axis is dropped.
  int dimension(std::size_t axis) const { return dimension_[axis]; }
  /// The axis that dimension `d` of the tensor is.
  const Axis& axis_of(int d) const;
  /// Splits a place into its parts along each axis, and joins them again.
  Splits split(const Place& place) const;
  Place join(const Splits& splits) const;
  /// Returns how much one step of each part adds to its index: to the warp, to the lane, or, for
  /// both repetition and element, to the register.
  Splits weights(const Splits& splits) const;
  /// The weights, if they are the same for every place. They are not if an axis's last repetition
  /// has fewer elements than the others.
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
