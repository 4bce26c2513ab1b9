#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mlir/attributes.h"
#include "core/mlir/modules.h"
#include "core/mlir/operations.h"
#include "core/mlir/types.h"

/// Compiled kernels as MLIR's text has them: functions of operations, with names resolved to values
/// and types. What the operations do is computed in core/kernel.
namespace layoutq {

/// A value that operations pass to each other: its index in Function::values.
using ValueNumber = int;
inline constexpr ValueNumber no_value = -1;

struct NamedValue {
  std::string_view name;  ///< without `%`; all results of one operation share it
  int type = -1;          ///< index in Kernels::types; −1 if the text does not show it
};

struct BasicBlock;

/// The target of a jump, with the values for the basic block's arguments.
struct Successor {
  std::string_view label;  ///< "bb1"
  std::vector<ValueNumber> operands;
};

struct Operation {
  Op op = Op::other;
  const OperationInfo* info = nullptr;  ///< its row in the table; nullptr for an unknown operation
  Attributes attributes;
  std::string_view name;              ///< "tt.load", without quotes
  std::vector<ValueNumber> operands;  ///< in the order of the text; no_value for an unknown name
  ValueNumber first_result = no_value;
  int results = 0;
  std::vector<int> operand_types;  ///< indices in Kernels::types, as far as the text shows them
  std::vector<int> result_types;
  std::vector<std::vector<BasicBlock>> regions;
  std::vector<Successor> successors;
  std::string_view location;  ///< `loc(…)`
  Int line = 0;               ///< line of the file, from 1
  int number = 0;             ///< index among its function's operations
  int mask = -1;              ///< position of the mask among the operands; −1 if there is none

  /// Returns the operand at a position; no_value if there is none.
  ValueNumber operand(int i) const {
    return i >= 0 && i < static_cast<int>(operands.size()) ? operands[static_cast<std::size_t>(i)]
                                                           : no_value;
  }
  ValueNumber mask_operand() const { return operand(mask); }
  bool is_elementwise() const { return info != nullptr && info->trait == Trait::elementwise; }
  bool moves_data() const { return info != nullptr && info->trait == Trait::data; }
};

/// A basic block: operations that run one after the other.
struct BasicBlock {
  std::string_view label;  ///< "bb1"; empty for the first
  std::vector<ValueNumber> arguments;
  std::vector<Operation> operations;
};

/// Calls visit(operation) for every operation of a region and of the regions within.
template <class Visit>
void for_each_operation(const std::vector<BasicBlock>& region, Visit visit) {
  for (const BasicBlock& block : region) {
    for (const Operation& operation : block.operations) {
      visit(operation);
      for (const auto& inner : operation.regions) for_each_operation(inner, visit);
    }
  }
}

struct KernelArgument {
  ValueNumber value = no_value;
  Int divisibility = 1;  ///< tt.divisibility of an integer, or of a pointer's address in bytes
};

struct Function {
  std::string_view name;   ///< without `@`
  std::size_t module = 0;  ///< in Kernels::modules
  std::vector<KernelArgument> arguments;
  std::vector<NamedValue> values;
  std::vector<BasicBlock> body;
  int operations = 0;  ///< number of operations, including those in regions
};

/// The kernels of a file. Keeps references into the file's text.
struct Kernels {
  Modules modules;
  std::vector<Function> functions;
  /// Operations outside of functions, as a pasted part of a dump has them: one nameless function
  /// for each module that has any.
  std::vector<Function> outside;
  std::vector<ValueType> types;
  /// What the reader skipped, and why: sentences for people.
  std::vector<std::string> skipped;
  std::deque<std::string> texts;  ///< types that the file abbreviates, written out

  /// Returns a type by its index; a type without any properties for −1.
  const ValueType& type(int number) const;
  const ValueType& type_of(const Function& function, ValueNumber value) const {
    return type(value == no_value ? -1 : function.values[static_cast<std::size_t>(value)].type);
  }
};

/// An operation and the function that it is in.
struct FoundOperation {
  const Function* function;
  const Operation* operation;
};

/// Returns all operations of a file that do `op`, inside and outside of functions, in the order of
/// the text. Keeps references into `kernels`.
std::vector<FoundOperation> operations_of(const Kernels& kernels, Op op);

/// Reads the kernels of a dump: one module or several, with other text around them. Accepts any
/// text, and skips what is not MLIR.
Kernels read_kernels(std::string_view text);

}  // namespace layoutq
