#pragma once

#include "core/layout/tiled/tiled_layout.h"

namespace layoutq {

/// A row of a tensor along its last dimension, for walking fast: what the leading coordinates
/// contribute to the places is worked out once.
class TiledRow {
 public:
  /// The row that has the coordinate in it. Refers to the layout.
  TiledRow(const TiledLayout& layout, const Coordinate& coordinate);

  /// Elements from `along` on, each held by the run's place alone; length 0 where the first has
  /// several holders.
  Run from(Int along) const;

 private:
  const TiledLayout* layout_;
  std::size_t last_ = 0;        ///< the axis of the last dimension
  bool single_ = true;          ///< whether the leading coordinates have a single holder each
  std::optional<Split> fixed_;  ///< the last axis's weights, where they are the same everywhere
  Splits splits_{};             ///< of the leading coordinates, with zeros along the last axis
  Run start_;                   ///< the element at 0 along the last axis, were it alone
};

}  // namespace layoutq
