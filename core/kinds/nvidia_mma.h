#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kinds/dot_operand.h"

namespace layoutq {

/// The accumulator of NVIDIA's tensor cores: mma.sync (version 2) and wgmma (version 3) (source:
/// Triton's NvidiaMmaEncodingAttr).
struct NvidiaMma {
  Int version_major = 0;
  Int version_minor = 0;
  Dims warps_per_cta;
  Dims instr_shape;  ///< …, m, n in version 2, m, n, k in version 3
  Bases cga_layout = {};
};

template <either_const<NvidiaMma> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.version({"version", "version", 0}, kind.version_major, kind.version_minor);
  visitor.field({"warpsPerCTA", "warps_per_cta", 1}, kind.warps_per_cta);
  visitor.cluster({"CGALayout", "cga_layout", 3}, kind.cga_layout);
  visitor.field({"instrShape", "instr_shape", 2}, kind.instr_shape);
}

int rank(const NvidiaMma& mma);
Int lanes(const NvidiaMma& mma);
Int warps(const NvidiaMma& mma);
Cluster cluster_of(const NvidiaMma& mma);

/// Returns the accumulator's tile over all warps, which does not depend on the shape.
Steps steps_of(const NvidiaMma& mma, const std::optional<Shape>& shape);
/// Returns the order in which registers cover a shape: N, then M, then the batch's dimensions.
Dims growing_order(const NvidiaMma& mma);

/// Returns the tile of an operand in registers, over all warps. CTAs along K hold copies.
Operand operand_of(const NvidiaMma& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape);

/// Returns the first problem of the parameters, or nullopt: among others, numbers that are not
/// powers of two, and an instruction that does not exist.
std::optional<Problem> problem_of(const NvidiaMma& mma);

std::vector<std::string> refused_by_triton(const NvidiaMma& mma, const std::optional<Shape>& shape);

}  // namespace layoutq
