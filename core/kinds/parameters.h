#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/kinds/limits.h"

/// What is wrong with one parameter, whatever kind it belongs to.
namespace layoutq {

/// Whether `order` has each of 0 … rank − 1 once.
bool is_permutation(const Dims& order, int rank);

/// Why these are no sizes, if they are not: each is in 1 … max_extent.
std::optional<std::string> not_sizes(const Dims& dims);

/// The sizes of a layout by bases: `rank` of them, each a power of two.
std::optional<Problem> not_powers(std::string_view parameter, const Dims& values, int rank);

/// Where bases move: in `rank` dimensions, by 0 … max_extent / 2.
std::optional<Problem> check_bases(std::string_view parameter, const Bases& bases, int rank);

/// The CTAs of a cluster, `cga_layout`: at most max_blocks, with no gap between them.
std::optional<Problem> check_cluster(const Bases& cga_layout, int rank);

}  // namespace layoutq
