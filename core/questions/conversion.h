#pragma once

#include <array>
#include <string_view>

#include "core/layout/layout.h"

namespace layoutq {

/// How data moves from one layout into another.
enum class Moves {
  none,       ///< every register already holds what it is to hold
  registers,  ///< registers are renamed, which costs nothing
  shuffle,    ///< between the lanes of a warp
  shared,     ///< through shared memory
};

inline constexpr std::array all_moves{Moves::none, Moves::registers, Moves::shuffle, Moves::shared};

/// "none", "register", "shuffle" or "shared".
std::string_view name_of(Moves moves);

/// What it takes to turn one layout into another.
struct Conversion {
  Moves moves = Moves::none;
  Int elements = 0;
  // Elements whose first holders differ in these numbers.
  Int blocks = 0;
  Int warps = 0;
  Int lanes = 0;
  Int registers = 0;
};

/// Both layouts have the same shape and as many lanes, warps and blocks. As Triton 3.6 lowers
/// `convert_layout`.
Conversion conversion(const LinearLayout& from, const LinearLayout& to);

}  // namespace layoutq
