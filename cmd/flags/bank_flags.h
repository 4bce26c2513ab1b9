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

/// A layout whose registers are stored, or loaded, or either.
struct BankSide {
  std::string name;  ///< "store", "load"; empty for either
  Description description;
};

/// What `banks` is asked: each side's registers, on one tensor, against one layout in shared
/// memory, or against none yet.
struct BankQuestion {
  std::vector<BankSide> sides;
  std::optional<SharedDescription> shared = std::nullopt;
  Shape shape = {};
  std::string_view shape_name = "--shape";  ///< what gave it
  ElementType element = {};
  std::vector<std::string> notes = {};  ///< what was assumed

  /// Whether --store or --load names the sides.
  bool named_sides() const { return !sides.front().name.empty(); }
};

/// Declares --shared, --store and --load.
void add_bank_flags(CommandLine* line);

/// Reads them and the flags of a layout and its elements; --shared is missing only where --swizzles
/// is given. Without a shape the tensor is what the layouts cover once, the greater extent of each
/// dimension. Error for whatever is missing, wrong, or said twice.
BankQuestion read_bank_question(const CommandLine& line);

/// The registers of a side by their bases. Error where there are none.
LinearLayout registers_of(const BankQuestion& question, const BankSide& side);

/// How they meet the shared memory. Error where a CTA's registers belong to another CTA's memory.
BankAccess bank_access(const LinearLayout& registers, const SharedLayout& shared,
                       Int element_bytes);

/// All requests. Error where there are too many to look at.
BankTraffic bank_traffic(const BankAccess& access);

}  // namespace layoutq
