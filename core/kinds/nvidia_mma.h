#pragma once

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// The rows and columns of the accumulator of one instruction, from `instr_shape`.
struct MmaTile {
  Int m;
  Int n;
};
MmaTile mma_tile(const NvidiaMma& mma);

/// Returns the accumulator's tile over all warps (source: Triton's NvidiaMmaEncodingAttr).
Steps mma_steps(const NvidiaMma& mma);

/// Returns the tile of an operand in registers, over all warps.
Steps mma_operand_steps(const NvidiaMma& mma, const DotOperand& operand);

}  // namespace layoutq
