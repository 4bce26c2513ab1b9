#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// Returns the bases without the registers that move past the shape (source: Triton's
/// LinearEncodingAttr).
Steps linear_steps(const Linear& linear, const std::optional<Shape>& shape);

/// Returns the order in which further registers cover a shape that is larger than the bases: the
/// dimensions in the order in which the register bases first move them, then the others, last
/// dimension first.
Dims growing_order(const Linear& linear);

}  // namespace layoutq
