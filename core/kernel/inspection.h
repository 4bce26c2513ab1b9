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
  std::string_view name;  ///< of its result, or of the pointer or buffer that it stores to
  std::string line;       ///< of the kernel's source, "kernel.py:12"; empty where it is unknown
  int type = -1;          ///< of its tensor in registers, in Kernels::types
  int other_type = -1;    ///< of what a conversion makes, or in shared memory
  std::optional<Int> times;
  std::optional<AccessWidth> width;
  std::optional<Int> vector_bytes;
  Int instructions = 0;       ///< of a thread and an execution, where it has a width
  Int repeated_by_warps = 1;  ///< warps that hold the same elements
  std::optional<AccessTraffic> traffic;
  /// ideal_sectors / sectors; of one execution where it is not known how many there are.
  std::optional<double> efficiency;
  std::optional<Moves> moves;
  std::optional<Int> shuffles;  ///< instructions of one warp
  std::optional<bool> cross_warp;
  std::optional<Int> wavefronts;
  std::optional<Int> conflicts;
  std::optional<Int> copies;  ///< places that hold each element of the tensor in registers
  bool cut = false;           ///< whether it was left before it had run as often as it does
  /// Where the elements are that the first execution touches, in bytes; known or not.
  AbstractValue addresses;
  std::vector<Note> notes;

  /// True if it reads global memory.
  bool is_load() const { return kind == RowKind::load || kind == RowKind::async_copy; }
};

/// Where the tensor of a load or store lies, if strides of 0 and more tell it, from the 256-byte
/// boundary before its first element on.
std::optional<Memory> memory_of(const AbstractValue& addresses, const Shape& shape,
                                Int element_bytes);

/// What one program of a function does.
struct Inspection {
  std::vector<InspectedOperation> operations;  ///< in the order of the text
  std::vector<Note> notes;                     ///< about the whole
  Int work = 0;                                ///< that it cost, see Evaluation
  bool wraps = false;  ///< whether a sum or product of numbers of 32 bits wrapped around
};

/// What an integer argument is taken to be that is not given: 2^20 where it is declared to be
/// divisible by 16, else 1048573, large and odd.
Int assumed(const KernelArgument& argument);

/// Goes through one program of a function, as far as `most_work` allows; notes say where it does
/// not. Source lines are looked up in the kernels' modules, which remember them.
Inspection inspect(Kernels* kernels, const Function& function, const Launch& launch,
                   Int most_work = usual_work);

}  // namespace layoutq
