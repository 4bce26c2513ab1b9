#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/kinds/limits.h"
#include "core/layout/linear/linear_layout.h"

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

/// Returns the problem if bases move to or past the end of the shape.
std::optional<Problem> problem_of_ends(std::string_view parameter, const Bases& bases,
                                       const Shape& shape);

/// Returns the problem if `cga_layout` has more than max_blocks CTAs or leaves gaps between them.
std::optional<Problem> problem_of_cluster(const Bases& cga_layout, int rank);

/// Returns the problem if `block_bases` have more than max_blocks CTAs.
std::optional<Problem> problem_of_block_bases(const Bases& block_bases);

/// Returns the problem of a shape on which the layout has more than max_places places.
Problem too_many_places();

/// Returns the product, or 0 if it exceeds 2^63 − 1.
Int product(const Dims& dims);

}  // namespace layoutq
