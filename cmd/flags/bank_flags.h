#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/flags/command_line.h"
#include "cmd/flags/element_type.h"
#include "core/kinds/any_description.h"
#include "core/questions/banks.h"

namespace layoutq {

/// A layout whose registers are stored or loaded.
struct BankSide {
  std::string name;  ///< "store" or "load"; empty if it stands for both
  Description description;
};

/// The question of `banks`: the registers of each side, on one tensor, and a layout of shared
/// memory unless --swizzles searches for one.
struct BankQuestion {
  std::vector<BankSide> sides;
  std::optional<SharedDescription> shared = std::nullopt;
  Shape shape = {};
  std::string_view shape_name = "--shape";  ///< the flag that gave the shape
  ElementType element = {};
  std::vector<std::string> notes = {};  ///< assumptions

  /// True if --store or --load names the sides.
  bool named_sides() const { return !sides.front().name.empty(); }
};

/// Declares --shared, --store and --load.
void add_bank_flags(CommandLine* line);

/// Reads these flags and those of a layout and its elements. --shared may only be missing with
/// --swizzles. Without a shape, each dimension of the tensor has the largest extent that a layout
/// covers once. Throws Error for anything missing, wrong or duplicate.
BankQuestion read_bank_question(const CommandLine& line);

/// Returns the bases of a side's registers. Throws Error if the layout has no bases.
LinearLayout registers_of(const BankQuestion& question, const BankSide& side);

/// Returns the access of registers to shared memory. Throws Error if a CTA's registers hold
/// elements of another CTA's memory.
BankAccess bank_access(const LinearLayout& registers, const SharedLayout& shared,
                       Int element_bytes);

/// Returns the totals of all requests. Throws Error if there are too many to examine.
BankTraffic bank_traffic(const BankAccess& access);

}  // namespace layoutq
