#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// Builds a blocked layout for one CTA on a tensor of this shape. The tile repeats until it covers
/// the shape, and wraps around where it is larger (source: Triton's BlockedEncodingAttr).
TiledLayout build_blocked(const Blocked& blocked, const Shape& shape, Registers registers);

/// Builds the tile by steps; its sizes must be powers of two. With `whole`, every thread holds all
/// that its CTA has of dimension `whole->d`, regardless of the lanes and warps along it. Operands
/// of a matrix product by fused multiply-add do so.
struct WholeDimension {
  int d = 0;
  Int extent = 1;
};
Steps blocked_steps(const Blocked& blocked,
                    const std::optional<WholeDimension>& whole = std::nullopt);

}  // namespace layoutq
