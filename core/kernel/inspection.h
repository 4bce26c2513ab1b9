#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/access.h"
#include "core/kernel/evaluation.h"
#include "core/kernel/note.h"
#include "core/questions/conversion.h"
#include "core/questions/memory.h"

/// What every operation of a compiled kernel that moves data does, for one of its programs.
namespace layoutq {

/// An operation that moves data between threads or memory, and what it costs. Counts are sums over
/// all executions. A count that does not apply or cannot be known is nullopt.
struct InspectedOperation {
  const Operation* operation = nullptr;
  RowKind kind = RowKind::load;
  std::string_view name;     ///< the name of its result, or of the pointer or buffer it stores to
  std::string line;          ///< the line of the kernel's source, "kernel.py:12"; empty if unknown
  int type = -1;             ///< the type of its tensor in registers, an index in Kernels::types
  int other_type = -1;       ///< the type that a conversion makes, or that is in shared memory
  std::optional<Int> times;  ///< the number of executions
  std::optional<AccessWidth> width;
  std::optional<Int> vector_bytes;
  Int instructions = 0;       ///< of a thread in one execution, if it has a width
  Int repeated_by_warps = 1;  ///< the number of warps that hold the same elements
  std::optional<AccessTraffic> traffic;
  /// ideal_sectors / sectors; of one execution if the number of executions is not known.
  std::optional<double> efficiency;
  std::optional<Moves> moves;
  std::optional<Int> shuffles;  ///< shuffle instructions of one warp
  std::optional<bool> cross_warp;
  std::optional<Int> wavefronts;
  std::optional<Int> conflicts;
  std::optional<Int> copies;  ///< the number of places that hold each element in registers
  bool cut = false;           ///< true if its loop was left before its end
  /// The byte addresses of the elements in the first execution, as far as they are known.
  AbstractValue addresses;
  std::vector<Note> notes;

  /// True if it reads global memory.
  bool is_load() const { return kind == RowKind::load || kind == RowKind::async_copy; }
};

/// The strides of the tensor that a load or store accesses, and the offset of its first element
/// from the 256-byte boundary before it. Returns nullopt if the addresses are not known, or do not
/// follow from strides that are not negative.
std::optional<Memory> memory_of(const AbstractValue& addresses, const Shape& shape,
                                Int element_bytes);

/// What one program of a function does, operation by operation.
struct Inspection {
  std::vector<InspectedOperation> operations;  ///< in the order of the text
  std::vector<Note> notes;                     ///< about the whole function
  Int work = 0;                                ///< the work of the evaluation, see Evaluation
  bool wraps = false;  ///< true if a sum or product of 32-bit integers wrapped around
};

/// The value that is assumed for an integer argument that is not given: 2^20 if it is declared to
/// be divisible by 16, else 1048573, which is large and odd.
Int assumed(const KernelArgument& argument);

/// Inspects one program of a function. What would take more than `most_work` is left out, which the
/// notes say. Source lines are looked up in the kernels' modules, which memoize them.
Inspection inspect(Kernels* kernels, const Function& function, const Launch& launch,
                   Int most_work = usual_work);

}  // namespace layoutq
