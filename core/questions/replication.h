#pragma once

#include "core/layout/layout.h"

namespace layoutq {

/// How many copies of its elements a layout holds.
struct Replication {
  Int registers_per_thread = 0;
  Int threads = 0;     ///< in all blocks
  Int elements = 0;    ///< of the tensor
  Int copies_min = 0;  ///< the fewest places that hold an element; copies_max: the most
  Int copies_max = 0;
  double redundant = 0;  ///< share of places that a layout without copies would not need, 0 … 1

  /// If all elements have the same number of copies: the number of blocks that hold an element, of
  /// warps in each such block, of lanes in each such warp, and of registers in each such lane.
  /// Their product is the number of copies. All are 0 if elements differ.
  Int blocks = 0;
  Int warps = 0;
  Int lanes = 0;
  Int registers = 0;
};

Replication replication(const Layout& layout);

}  // namespace layoutq
