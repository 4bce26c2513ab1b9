#pragma once

#include <vector>

#include "core/layout/layout.h"

namespace layoutq {

/// How often a layout holds its elements.
struct Replication {
  Int registers_per_thread = 0;
  Int threads = 0;
  Int elements = 0;    ///< of the tensor
  Int copies_min = 0;  ///< places per element, over all elements
  Int copies_max = 0;
  double redundant = 0;  ///< share of the places that a layout without copies would not need, 0 … 1

  /// Where every element has equally many copies: in how many warps it is, in how many lanes of
  /// each of these, in how many registers of each of these. Their product is the number of copies;
  /// all 0 where the elements differ.
  Int warps = 0;
  Int lanes = 0;
  Int registers = 0;
};

Replication replication(const Layout& layout);

/// How a layout covers one dimension of its tensor. All in elements along it, or in counts.
struct Tiling {
  Int shape = 0;
  Int size_per_thread = 0;
  Int threads_per_warp = 0;
  Int warps_per_cta = 0;
  Int tile = 0;
  Int reps = 0;       ///< of the tile
  Int registers = 0;  ///< of a thread: size_per_thread × reps, less those that a slice leaves out
  Int copies = 0;     ///< the most places along the dimension that hold one coordinate
};

/// One for each dimension.
std::vector<Tiling> tilings(const Layout& layout);

}  // namespace layoutq
