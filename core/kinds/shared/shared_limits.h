#pragma once

#include <optional>

#include "core/kinds/limits.h"
#include "core/kinds/shared/shared_description.h"

namespace layoutq {

/// What keeps a layout in shared memory from being built on any shape, if anything: numbers that
/// are no powers of two, an order that is no permutation, a swizzle that there is not, bases that
/// do not give each element one place.
std::optional<Problem> check(const SharedDescription& description);

/// What keeps a layout that passed the check above from being built on the shape, if anything:
/// another rank, an extent that is no power of two, a shape smaller than a tile, another shape than
/// the one that the bases cover, more than max_places places.
std::optional<Problem> check(const SharedDescription& description, const Shape& shape);

}  // namespace layoutq
