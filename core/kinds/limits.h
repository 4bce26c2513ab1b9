#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kinds/description.h"

namespace layoutq {

/// The greatest extent, size, tile extent or coordinate.
inline constexpr Int max_extent = (Int{1} << 31) - 1;
/// The most places of a layout.
inline constexpr Int max_places = Int{1} << 62;

/// The most CTAs of a cluster: far more than hardware has.
inline constexpr Int max_blocks = 1 << 10;

/// Which parameter is wrong, by Triton's Python name (`size_per_thread`, …; `shape` is the
/// tensor's), and why, as the rest of a sentence that begins with the parameter and its value: "is
/// 64 lanes, but a warp has 32".
struct Problem {
  std::string_view parameter;
  std::string reason;
};

/// What keeps a blocked layout of `warp_size` lanes from being built, if anything: ranks that
/// differ or pass 8, a number that is not in 1 … max_extent, an order that is no permutation,
/// another number of lanes, a tile past max_extent.
std::optional<Problem> check(const Blocked& blocked, Int warp_size);

/// What keeps a layout from being built on any shape, if anything: for a blocked layout the same
/// but for the lanes, for the others also what Triton's own verifiers refuse (a k_width that the
/// parent cannot have, an instruction that there is not, …), numbers that are no powers of two,
/// bases that do not reach every element of what they cover.
std::optional<Problem> check(const Description& description);

/// What keeps a layout that passed the check above from being built on the shape, if anything:
/// another rank, an extent that is not in 1 … max_extent or, for layouts by bases, no power of two,
/// more than max_places places.
std::optional<Problem> check(const Description& description, const Shape& shape);

/// What Triton 3.6 itself would not take of a layout that layoutq answers for, a sentence each:
/// numbers that are no powers of two, tensors of more than 2^20 elements.
std::vector<std::string> refused_by_triton(const Description& description, const Shape& shape);

}  // namespace layoutq
