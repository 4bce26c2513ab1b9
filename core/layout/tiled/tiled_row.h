#pragma once

#include "core/layout/tiled/tiled_layout.h"

namespace layoutq {

/// A row of a tensor along its last dimension (see `ElementRow` in core/layout/element_row.h).
class TiledRow {
 public:
  /// Makes the row that contains the coordinate. It keeps a reference to the layout.
  TiledRow(const TiledLayout& layout, const Coordinate& coordinate);

  /// Returns a run of elements that begins at `along` and in which each element has a single
  /// holder. Its length is 0 if the first element has several holders.
  Run from(Int along) const;

 private:
  const TiledLayout* layout_;
  std::size_t last_ = 0;        ///< the axis of the last dimension
  bool single_ = true;          ///< true if each leading coordinate has a single holder
  std::optional<Split> fixed_;  ///< the last axis's weights, if they are the same for every place
  Splits splits_{};             ///< the parts of the leading coordinates; 0 along the last axis
  Run start_;                   ///< the run at 0 along the last axis if it has a single holder
};

}  // namespace layoutq
