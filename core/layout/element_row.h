#pragma once

#include <variant>

#include "core/layout/layout.h"
#include "core/layout/linear/linear_row.h"
#include "core/layout/tiled/tiled_row.h"

namespace layoutq {

/// A row of a tensor along its last dimension, for walking fast: what the leading coordinates
/// contribute to the places is worked out once.
class ElementRow {
 public:
  /// The row that has the coordinate in it. Refers to the layout.
  ElementRow(const Layout& layout, const Coordinate& coordinate)
      : row_(layout.visit([&](const auto& arithmetic) { return row(arithmetic, coordinate); })) {}

  /// Elements from `along` on, each held by the run's place alone; length 0 where the first has
  /// several holders.
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
