#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/flags/command_line.h"
#include "cmd/flags/element_type.h"
#include "core/kinds/any_description.h"
#include "core/layout/layout.h"

namespace layoutq {

/// A layout whose registers are stored to shared memory or loaded from it.
struct BankSide {
  std::string name;  ///< "store" or "load"; empty if it may be either
  Description description;
};

/// The question that `banks` answers: how each side's registers, on one tensor, access one layout
/// in shared memory. Without such a layout the question is which one is best.
struct BankQuestion {
  std::vector<BankSide> sides;
  std::optional<SharedDescription> shared = std::nullopt;
  Shape shape = {};
  std::string_view shape_name = "--shape";  ///< the name of the shape in errors
  ElementType element = {};
  std::vector<std::string> notes = {};  ///< the assumptions, one a line

  /// True if --store or --load named the sides.
  bool named_sides() const { return !sides.front().name.empty(); }
};

/// Declares --shared, --store and --load.
void add_bank_flags(CommandLine* line);

/// Reads them, and the flags of a layout and its elements. Either --shared or --swizzles is
/// required. Without a shape the tensor has, in each dimension, the greatest extent of the layouts'
/// tiles. Throws Error for a flag that is missing, wrong, or excluded by another.
BankQuestion read_bank_question(const CommandLine& line);

/// Returns the layout of a side's registers on the tensor.
Layout registers_of(const BankQuestion& question, const BankSide& side);

}  // namespace layoutq
