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

/// Compiled kernels as their operations: what MLIR's text says, its names resolved, and nothing yet
/// of what the operations do.
namespace layoutq {

/// What operations pass to each other: a number in Function::values.
using ValueNumber = int;
inline constexpr ValueNumber no_value = -1;

struct NamedValue {
  std::string_view name;  ///< without `%`; all results of one operation have the same
  int type = -1;          ///< in Kernels::types; −1 where the text does not tell
};

struct BasicBlock;

/// A jump's target.
struct Successor {
  std::string_view label;  ///< "bb1"
  std::vector<ValueNumber> operands;
};

struct Operation {
  Op op = Op::other;
  const OperationInfo* info = nullptr;  ///< its row in the table; nullptr for an unknown operation
  Attributes attributes;
  std::string_view name;              ///< "tt.load", without quotes
  std::vector<ValueNumber> operands;  ///< in the order of the text; no_value for unknown names
  ValueNumber first_result = no_value;
  int results = 0;
  std::vector<int> operand_types;  ///< in Kernels::types, as far as the text tells
  std::vector<int> result_types;
  std::vector<std::vector<BasicBlock>> regions;
  std::vector<Successor> successors;
  std::string_view location;  ///< `loc(…)`
  Int line = 0;               ///< of the file, from 1 on
  int number = 0;             ///< among its function's operations, from 0 on
  int mask = -1;              ///< the position among the operands of a load's, …'s mask, or −1

  /// The operand at a position, or no_value.
  ValueNumber operand(int i) const {
    return i >= 0 && i < static_cast<int>(operands.size()) ? operands[static_cast<std::size_t>(i)]
                                                           : no_value;
  }
  ValueNumber mask_operand() const { return operand(mask); }
  bool is_elementwise() const { return info != nullptr && info->trait == Trait::elementwise; }
  bool moves_data() const { return info != nullptr && info->trait == Trait::data; }
};

/// Operations one after the other.
struct BasicBlock {
  std::string_view label;  ///< "bb1"; empty for the first
  std::vector<ValueNumber> arguments;
  std::vector<Operation> operations;
};

/// Calls visit(operation) for every operation of a region, and of those within.
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
  Int divisibility = 1;  ///< tt.divisibility: of an integer, or of a pointer's address in bytes
};

struct Function {
  std::string_view name;   ///< without `@`
  std::size_t module = 0;  ///< in Kernels::modules
  std::vector<KernelArgument> arguments;
  std::vector<NamedValue> values;
  std::vector<BasicBlock> body;
  int operations = 0;  ///< in it, those in regions as well
};

/// The kernels of a file. Refers to the text.
struct Kernels {
  Modules modules;
  std::vector<Function> functions;
  /// Operations outside of functions, as a pasted part of a dump has them: one nameless function
  /// for each module that has any.
  std::vector<Function> outside;
  std::vector<ValueType> types;
  /// What the reader passed over and why, for eyes.
  std::vector<std::string> skipped;
  std::deque<std::string> texts;  ///< of types that are written in short

  const ValueType& type(int number) const;  ///< one that tells nothing for −1
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

/// Reads the kernels of a dump: one module or several, with whatever stands around them. There is
/// no text that it does not take.
Kernels read_kernels(std::string_view text);

}  // namespace layoutq
