#pragma once

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// The accumulator's tile, over all warps. As Triton's AMDWmmaEncodingAttr has it.
Steps wmma_steps(const AmdWmma& wmma);

/// The tile of an operand, over all warps.
Steps wmma_operand_steps(const AmdWmma& wmma, const DotOperand& operand);

}  // namespace layoutq
