#pragma once

#include <functional>
#include <vector>

#include "core/kernel/access.h"
#include "core/kernel/evaluation.h"

namespace layoutq {

/// Runs of loads that are not issued.
struct SparedRuns {
  std::vector<std::vector<bool>> runs;  ///< by operation, by its number: of each run; empty: none
  bool complete = true;                 ///< false where looking at all would have taken too long
};

/// Loads that Triton emits and NVIDIA's assembler drops, since the thread reads the same bytes
/// anyway.
///
/// A run is spared if its bytes lie, in every thread, within those of one unmasked load of the same
/// stretch of code, which no store, loop, branch or barrier interrupts. That has to hold whatever
/// the arguments, of which a few are tried. Volatile loads neither are spared nor spare others. As
/// measured on an H200 (tests/oracle/launches.tsv).
///
/// `accesses` are those of the loads, by their operations' numbers, null for others; `interrupts`
/// says of an operation whether it ends a stretch; `most_work` is what one evaluation may cost.
SparedRuns spared_runs(const Kernels& kernels, const Function& function, const Launch& launch,
                       const std::vector<const Access*>& accesses,
                       const std::function<bool(const Operation&)>& interrupts, Int most_work);

}  // namespace layoutq
