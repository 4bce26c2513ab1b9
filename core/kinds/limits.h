#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kinds/description.h"

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

/// Returns the first problem of a blocked layout with `warp_size` lanes, or nullopt if it can be
/// built: ranks that differ or exceed 8, a number outside 1 … max_extent, an order that is not a
/// permutation, a different number of lanes, a tile larger than max_extent.
std::optional<Problem> problem_of(const Blocked& blocked, Int warp_size);

/// Returns the first problem of a layout's parameters, or nullopt. A blocked layout is checked as
/// above, except for the lanes. Other kinds are also checked for what Triton's verifiers refuse (a
/// k_width that does not fit the parent, an instruction that does not exist, …), for numbers that
/// are not powers of two, and for bases that do not reach every element of their shape.
std::optional<Problem> problem_of(const Description& description);

/// Returns the first problem of the shape for a layout whose parameters passed the check above, or
/// nullopt: a different rank, an extent outside 1 … max_extent or, for layouts by bases, one that
/// is not a power of two, or more than max_places places.
std::optional<Problem> problem_of(const Description& description, const Shape& shape);

/// Returns the reasons for which Triton 3.6 refuses a layout that layoutq accepts, a sentence each:
/// numbers that are not powers of two, tensors of more than 2^20 elements.
std::vector<std::string> refused_by_triton(const Description& description, const Shape& shape);

}  // namespace layoutq
