#pragma once

#include "core/layout/layout.h"

namespace layoutq {

/// What a sum along one axis costs, as Triton's reduction lowers it: added up in each thread, then
/// over the lanes by butterfly shuffles, then over the warps through shared memory. Copies are not
/// combined twice.
struct Reduction {
  int axis = 0;
  Int in_thread = 0;           ///< different positions along the axis in one thread
  Int lanes = 0;               ///< different sets of positions that the lanes of a warp hold
  Int shuffle_rounds = 0;      ///< ⌈log2 lanes⌉
  Int results_per_thread = 0;  ///< different results that a thread then has
  Int shuffles = 0;            ///< shuffle instructions of one warp for 32-bit values
  Int warps = 0;               ///< different sets of positions that the warps hold
  bool cross_warp = false;     ///< more than one: shared memory and a barrier
  Int blocks = 0;              ///< different sets of positions that the CTAs hold
};

/// 0 ≤ axis < rank.
Reduction reduction(const Layout& layout, int axis);

/// Which of two is the cheaper: no second block, no second warp, then fewer shuffles, then fewer
/// additions.
bool cheaper(const Reduction& a, const Reduction& b);

}  // namespace layoutq
