#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// The accumulator's tile, over all warps; registers cover the shape along N before the warps
/// along M follow. As Triton's AMDMfmaEncodingAttr has it.
Steps mfma_steps(const AmdMfma& mfma, const std::optional<Shape>& shape);

/// The tile of an operand, over all warps; registers cover the shape along K before the others.
Steps mfma_operand_steps(const AmdMfma& mfma, const DotOperand& operand,
                         const std::optional<Shape>& shape);

}  // namespace layoutq
