#pragma once

#include "core/layout/layout.h"

namespace layoutq {

/// The cost of a sum along one axis, as Triton lowers a reduction: it adds within each thread, then
/// over the lanes by butterfly shuffles, then over the warps through shared memory. Copies are
/// added only once.
///
/// For example, a tile has size_per_thread 1,4, threads_per_warp 8,4 and warps_per_cta 2,1. Along
/// axis 1 a thread adds 4 elements (in_thread 4), and 4 lanes combine in 2 rounds. Each thread has
/// 1 result, so a warp takes 2 shuffles, and no second warp takes part.
struct Reduction {
  int axis = 0;
  Int in_thread = 0;           ///< different positions along the axis in one thread
  Int lanes = 0;               ///< number of different sets of positions that a warp's lanes hold
  Int shuffle_rounds = 0;      ///< ⌈log2 lanes⌉
  Int results_per_thread = 0;  ///< number of different sums of a thread
  Int shuffles = 0;            ///< shuffle instructions of one warp for 32-bit values
  Int warps = 0;               ///< number of different sets of positions that the warps hold
  bool cross_warp = false;     ///< warps > 1: it takes shared memory and a barrier
  Int blocks = 0;              ///< number of different sets of positions that the CTAs hold
};

/// Returns the cost along `axis`, 0 ≤ axis < rank.
Reduction reduction(const Layout& layout, int axis);

/// True if `a` is cheaper: it avoids a second block, or else a second warp, or else takes fewer
/// shuffles, or else fewer additions.
bool cheaper(const Reduction& a, const Reduction& b);

}  // namespace layoutq
