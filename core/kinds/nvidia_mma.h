#pragma once

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// Rows and columns of the accumulator of one instruction, as `instr_shape` has them.
struct MmaTile {
  Int m;
  Int n;
};
MmaTile mma_tile(const NvidiaMma& mma);

/// The accumulator's tile, over all warps. As Triton's NvidiaMmaEncodingAttr has it.
Steps mma_steps(const NvidiaMma& mma);

/// The tile of an operand in registers, over all warps.
Steps mma_operand_steps(const NvidiaMma& mma, const DotOperand& operand);

}  // namespace layoutq
