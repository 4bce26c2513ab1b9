#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/layout/dims.h"
#include "core/mlir/operations.h"
#include "core/mlir/types.h"

namespace layoutq {

/// How arith.cmpi compares: `s` compares signed numbers, `u` unsigned ones.
enum class Predicate { eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge };

/// Returns true for slt, sle, sgt and sge.
constexpr bool is_signed(std::optional<Predicate> predicate) {
  return predicate >= Predicate::slt && predicate <= Predicate::sge;
}

/// What the text of an operation says besides its operands and types. Each operation has only some
/// of these; the others keep their defaults.
struct Attributes {
  /// arith.constant: the number that all elements are; nullopt if it is not an integer, or if the
  /// elements differ.
  std::optional<Int> constant = std::nullopt;
  std::optional<Predicate> predicate = std::nullopt;  ///< arith.cmpi
  /// A dimension, from 0: of tt.reduce, tt.scan and tt.expand_dims, or of the launch. −1 if
  /// missing.
  int axis = -1;
  Range range = {};          ///< tt.make_range
  Dims order = {};           ///< tt.trans: the operand's dimension that each dimension was
  bool may_reorder = false;  ///< tt.reshape: elements may change places
  bool is_volatile = false;  ///< tt.load
  Int contiguity = 1;        ///< ttg.async_copy…: neighbours in memory, in elements
  /// What the program promises of a result (tl.max_contiguous, tl.multiple_of, tl.max_constancy): a
  /// number for each dimension, or one for all; empty without a promise.
  std::vector<Int> promised_contiguity = {};
  std::vector<Int> promised_divisibility = {};
  std::vector<Int> promised_constancy = {};
};

/// Reads the attributes of an operation. `text` is its line from the name on, without types and
/// location; `result` is the type of its first result, which tells how wide a constant is.
Attributes read_attributes(Op op, std::string_view text, const ValueType& result);

}  // namespace layoutq
