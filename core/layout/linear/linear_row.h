#pragma once

#include "core/layout/linear/linear_layout.h"

namespace layoutq {

/// A row of a tensor (see `ElementRow` in core/layout/element_row.h).
class LinearRow {
 public:
  LinearRow(const LinearLayout& layout, const Coordinate& coordinate);
  Run from(Int along) const;

 private:
  const LinearLayout* layout_;
  Run start_;     ///< the first element of the row, and the step to the places of the next ones
  Bits leading_;  ///< the smallest place of the leading coordinates
  int bits_ = 0;  ///< the number of low coordinate bits along the row that count one index up
};

}  // namespace layoutq
