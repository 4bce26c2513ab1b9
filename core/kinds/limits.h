#pragma once

#include <string>
#include <string_view>

#include "core/layout/dims.h"

namespace layoutq {

/// The largest extent, size, tile extent or coordinate.
inline constexpr Int max_extent = (Int{1} << 31) - 1;
/// The largest number of places of a layout.
inline constexpr Int max_places = Int{1} << 62;

/// The largest number of CTAs of a cluster, far more than the hardware supports.
inline constexpr Int max_blocks = 1 << 10;

/// A parameter that is wrong. `parameter` is its Python name in Triton (`size_per_thread`, …), or
/// `shape` for the tensor's. `reason` completes a sentence that begins with the parameter and its
/// value: "is 64 lanes, but a warp has 32".
struct Problem {
  std::string_view parameter;
  std::string reason;
};

}  // namespace layoutq
