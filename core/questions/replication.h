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

/// Returns how many copies of its elements the layout holds.
Replication replication(const Layout& layout);

/// Returns the fewest places that hold an element.
Int copies_min(const Layout& layout);
/// Returns the most places that hold an element.
Int copies_max(const Layout& layout);
/// Returns how many blocks hold an element; or how many warps of such a block, how many lanes of
/// such a warp, or how many registers of such a lane do. If the tile wraps in step with the tensor,
/// as it always does with powers of two, this is the same for every element, and the product of the
/// four numbers is `copies_max`. Otherwise elements differ, and the product may differ, too.
Int copies(const Layout& layout, Index index);
/// Returns an upper bound for the number of threads that hold an element. It is exact if the tile
/// wraps in step with the tensor.
Int threads_per_element(const Layout& layout);

}  // namespace layoutq
