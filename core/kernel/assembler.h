#pragma once

#include <functional>
#include <vector>

#include "core/kernel/access.h"
#include "core/kernel/evaluation.h"

/// What NVIDIA's assembler drops of the loads that Triton emits, as measured on an H200
/// (tests/oracle/launches.tsv).
namespace layoutq {

/// The runs of loads that are not issued.
struct SparedRuns {
  /// By the operation's number and the run: true if it is not issued. An empty list spares none.
  std::vector<std::vector<bool>> runs;
  bool complete = true;  ///< false if looking at all loads would have taken too long
};

/// Finds the runs of loads that the assembler drops since the thread reads the same bytes anyway.
///
/// A run is dropped if, in every thread, its bytes lie within those of one unmasked load of the
/// same straight stretch of code, without a store, loop, branch or barrier between them. The
/// assembler has to know this for all arguments: a few are tried. Volatile loads are never dropped,
/// and never cause others to be dropped.
///
/// `accesses` holds the access of each load by the operation's number, and null for other
/// operations; `interrupts` is true of an operation that ends a stretch; `most_work` bounds the
/// work of one evaluation, see Evaluation.
SparedRuns spared_runs(const Kernels& kernels, const Function& function, const Launch& launch,
                       const std::vector<const Access*>& accesses,
                       const std::function<bool(const Operation&)>& interrupts, Int most_work);

/// True if threads may exit before `load`, the only load of a function whose only other access to
/// memory is `store`: if the function is straight code with at most one operation between the two.
/// The assembler then tests the store's predicate first, and threads that store nothing do not load
/// either. A function of `math`, such as exp, counts as more than one operation.
bool exits_before_load(const Function& function, const Operation& load, const Operation& store);

}  // namespace layoutq
