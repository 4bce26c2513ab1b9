#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// The blocked layout on a tensor of that shape (one extent per dimension) and one CTA: the tile
/// repeats until it covers the shape, and wraps where it is larger. As Triton's BlockedEncodingAttr
/// has it.
TiledLayout build_blocked(const Blocked& blocked, const Shape& shape, Registers registers);

/// The same by steps: its tile, of sizes that are powers of two. With `whole`, what one CTA has of
/// dimension `whole->d` is a thread's, whatever lanes and warps lie along it: the operand of a
/// product by fused multiply-add.
struct WholeDimension {
  int d = 0;
  Int extent = 1;
};
Steps blocked_steps(const Blocked& blocked,
                    const std::optional<WholeDimension>& whole = std::nullopt);

}  // namespace layoutq
