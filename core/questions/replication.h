#pragma once

#include "core/layout/layout.h"

namespace layoutq {

/// How often a layout holds its elements.
struct Replication {
  Int registers_per_thread = 0;
  Int threads = 0;     ///< of all blocks
  Int elements = 0;    ///< of the tensor
  Int copies_min = 0;  ///< places per element, over all elements
  Int copies_max = 0;
  double redundant = 0;  ///< share of the places that a layout without copies would not need, 0 … 1

  /// Where every element has equally many copies: in how many blocks it is, in how many warps of
  /// each of these, in how many lanes of these, in how many registers of these. Their product is
  /// the number of copies; all 0 where the elements differ.
  Int blocks = 0;
  Int warps = 0;
  Int lanes = 0;
  Int registers = 0;
};

Replication replication(const Layout& layout);

}  // namespace layoutq
