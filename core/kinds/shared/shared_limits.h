#pragma once

#include <optional>

#include "core/kinds/limits.h"
#include "core/kinds/shared/shared_description.h"

namespace layoutq {

/// Returns the first problem of a layout's parameters, or nullopt: numbers that are not powers of
/// two, an order that is not a permutation, a swizzle that does not exist, bases that do not give
/// each element exactly one offset.
std::optional<Problem> problem_of(const SharedDescription& description);

/// Returns the first problem of the shape for a layout whose parameters passed the check above, or
/// nullopt: a different rank, an extent that is not a power of two, a shape smaller than a tile, a
/// shape that the bases do not cover exactly, more than max_places places.
std::optional<Problem> problem_of(const SharedDescription& description, const Shape& shape);

}  // namespace layoutq
