#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

namespace layoutq {

/// Returns the accumulator's tile over all warps. Registers cover the shape along N before warps
/// continue along M (source: Triton's AMDMfmaEncodingAttr).
Steps mfma_steps(const AmdMfma& mfma, const std::optional<Shape>& shape);

/// Returns an operand's tile over all warps. Registers cover the shape along K first.
Steps mfma_operand_steps(const AmdMfma& mfma, const DotOperand& operand,
                         const std::optional<Shape>& shape);

}  // namespace layoutq
