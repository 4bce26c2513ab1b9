#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// The bases as they are given, but for registers that move past the shape. As Triton's
/// LinearEncodingAttr has them.
Steps linear_steps(const Linear& linear, const std::optional<Shape>& shape);

/// The order in which registers cover a shape that the bases do not: the dimensions as they first
/// move with the register number, then the others, last one first.
Dims growing_order(const Linear& linear);

}  // namespace layoutq
