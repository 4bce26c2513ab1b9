#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/layout/layout.h"

namespace layoutq {

/// How data moves from one layout into another.
enum class Moves {
  none,       ///< every register already holds the right element
  registers,  ///< registers are renamed, which costs nothing
  shuffle,    ///< between the lanes of a warp
  shared,     ///< through shared memory
};

inline constexpr std::array all_moves{Moves::none, Moves::registers, Moves::shuffle, Moves::shared};

/// Returns "none", "register", "shuffle" or "shared".
std::string_view name_of(Moves moves);

/// The data movement that turns one layout into another.
struct Conversion {
  Moves moves = Moves::none;
  Int elements = 0;
  // The number of elements whose first holder has a different block, warp, lane or register.
  Int blocks = 0;
  Int warps = 0;
  Int lanes = 0;
  Int registers = 0;
};

/// Returns the movement as Triton 3.6 lowers `convert_layout` (checked against its PTX), or nullopt
/// if a size of either layout is not a power of two. The layouts must have the same shape and the
/// same numbers of lanes, warps and blocks.
std::optional<Conversion> conversion(const Layout& from, const Layout& to);

}  // namespace layoutq
