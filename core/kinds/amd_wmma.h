#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// The accumulator's tile, over all warps; registers cover the shape along N before the warps along
/// M follow. As Triton's AMDWmmaEncodingAttr has it.
Steps wmma_steps(const AmdWmma& wmma, const std::optional<Shape>& shape);

/// The tile of an operand, over all warps; registers repeat it along K of `part`, what one CTA has,
/// before the others.
Steps wmma_operand_steps(const AmdWmma& wmma, const DotOperand& operand,
                         const std::optional<Shape>& part);

}  // namespace layoutq
