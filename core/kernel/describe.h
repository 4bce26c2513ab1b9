#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/kernel/access.h"
#include "core/kernel/inspection.h"
#include "core/kernel/tensor_layouts.h"
#include "core/questions/banks.h"

/// What one execution of an operation that moves data does: one function for each kind of
/// operation. Each fills in its columns of a row, whose operation, kind and types are set, or adds
/// a note that says why it cannot.
namespace layoutq {

/// What describing the operations of a function takes.
struct Describer {
  const Kernels& kernels;
  const DumpModule& module;
  std::vector<AxisInfo> axis_info;  ///< by value
  TensorLayouts layouts;
  /// The bank traffic between a type in registers and one in shared memory, by their positions in
  /// Kernels::types; nullopt if it would take too long to count.
  std::map<std::pair<int, int>, std::optional<BankTraffic>> bank_traffic = {};

  const ValueType& type(int number) const { return kernels.type(number); }
};

/// A load, a store or an asynchronous copy: its width. Returns its instructions and threads, or
/// nullopt if it is not modelled.
std::optional<Access> describe_access(Describer* describer, InspectedOperation* row);

/// A conversion between layouts in registers: what data moves through.
void describe_conversion(Describer* describer, InspectedOperation* row);

/// A reduction or a scan: what data moves through, and a reduction's shuffles.
void describe_reduction(Describer* describer, InspectedOperation* row);

/// A load from shared memory or a store to it: its width, wavefronts and bank conflicts.
void describe_shared(Describer* describer, InspectedOperation* row);

}  // namespace layoutq
