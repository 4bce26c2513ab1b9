#pragma once

#include "core/layout/layout.h"

namespace layoutq {

/// How a layout covers one dimension of its tensor. Lengths are in elements.
struct Tiling {
  int dim = 0;
  Int shape = 0;
  Int size_per_thread = 0;
  Int threads_per_warp = 0;
  Int warps_per_cta = 0;
  Int tile = 0;       ///< the product of these three
  Int reps = 0;       ///< how often the tile repeats
  Int registers = 0;  ///< of a thread: size_per_thread × reps, without those that a slice drops
  Int copies = 0;     ///< the largest number of places along the dimension that hold a coordinate
};

/// Returns how the tile covers dimension `d`. In a LinearLayout the tile consists of the bases that
/// move along `d`; without a thread tile, a register bit that moves further than every lane and
/// warp is a repetition.
Tiling tiling(const Layout& layout, int d);

}  // namespace layoutq
