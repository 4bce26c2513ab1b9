#pragma once

#include "core/layout/linear/linear_layout.h"

namespace layoutq {

/// A row of a tensor, as `ElementRow` has it (core/layout/element_row.h).
class LinearRow {
 public:
  LinearRow(const LinearLayout& layout, const Coordinate& coordinate);
  Run from(Int along) const;

 private:
  const LinearLayout* layout_;
  Run start_;     ///< the first element of the row, and how far the next ones' places are
  Bits leading_;  ///< the least place of the leading coordinates
  int bits_ = 0;  ///< of a coordinate along the row, low ones, that count one index up
};

}  // namespace layoutq
