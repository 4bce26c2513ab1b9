#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// Returns the accumulator's tile over all warps. Registers cover the shape along N before warps
/// continue along M (source: Triton's AMDWmmaEncodingAttr).
Steps wmma_steps(const AmdWmma& wmma, const std::optional<Shape>& shape);

/// Returns an operand's tile over all warps. `part` is the part of the tensor that one CTA has;
/// registers repeat the tile along its K first.
Steps wmma_operand_steps(const AmdWmma& wmma, const DotOperand& operand,
                         const std::optional<Shape>& part);

}  // namespace layoutq
