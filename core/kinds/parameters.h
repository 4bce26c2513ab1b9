#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/kinds/limits.h"

/// Checks of a single parameter, which the kinds share.
namespace layoutq {

/// True if `order` contains each of 0 … rank − 1 once.
bool is_permutation(const Dims& order, int rank);

/// Returns the reason why these are not valid sizes, or nullopt. A size is in 1 … max_extent.
std::optional<std::string> not_sizes(const Dims& dims);

/// Returns the problem if these are not `rank` powers of two, the sizes of a layout by bases.
std::optional<Problem> not_powers(std::string_view parameter, const Dims& values, int rank);

/// Returns the problem if bases do not have `rank` dimensions or move outside 0 … max_extent / 2.
std::optional<Problem> problem_of_bases(std::string_view parameter, const Bases& bases, int rank);

/// Returns the problem if `cga_layout` has more than max_blocks CTAs or leaves gaps between them.
std::optional<Problem> problem_of_cluster(const Bases& cga_layout, int rank);

}  // namespace layoutq
