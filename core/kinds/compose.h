#pragma once

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// The steps of a layout that is no slice, fitted to the shape.
Steps compose(const Description& description, const Shape& shape);

/// The tile that the steps cover on any shape, over all warps of one CTA.
Shape covered_by_cta(const Description& description);

/// The CTAs of a layout that is no slice. Those along K of an operand hold copies, but not AMD's.
Cluster cluster_of(const Description& description);

}  // namespace layoutq
