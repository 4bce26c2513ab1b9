#pragma once

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// Returns the steps of a layout, fitted to the shape. The layout must not be a slice.
Steps compose(const Description& description, const Shape& shape);

/// Returns the tile that the steps cover on any shape, over all warps of one CTA.
Shape covered_by_cta(const Description& description);

/// Returns the CTAs of a layout, which must not be a slice. CTAs along K of an operand hold copies,
/// except for AMD's layouts.
Cluster cluster_of(const Description& description);

}  // namespace layoutq
