#pragma once

#include <variant>

#include "core/layout/layout.h"
#include "core/layout/linear/linear_row.h"
#include "core/layout/tiled/tiled_row.h"

namespace layoutq {

/// A row of a tensor along its last dimension. It computes once what the leading coordinates
/// contribute to the places, so that walking along the row is fast.
class ElementRow {
 public:
  /// Makes the row that contains the coordinate. It keeps a reference to the layout.
  ElementRow(const Layout& layout, const Coordinate& coordinate)
      : row_(layout.visit([&](const auto& arithmetic) { return row(arithmetic, coordinate); })) {}

  /// Returns a run of elements that begins at `along` and in which each element has a single
  /// holder. Its length is 0 if the first element has several holders.
  Run from(Int along) const {
    return std::visit([&](const auto& row) { return row.from(along); }, row_);
  }

 private:
  using Row = std::variant<TiledRow, LinearRow>;
  static Row row(const TiledLayout& layout, const Coordinate& at) { return TiledRow(layout, at); }
  static Row row(const LinearLayout& layout, const Coordinate& at) { return LinearRow(layout, at); }

  Row row_;
};

}  // namespace layoutq
