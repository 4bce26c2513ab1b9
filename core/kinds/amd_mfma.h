#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kinds/dot_operand.h"

namespace layoutq {

/// The accumulator of AMD's matrix cores, on wavefronts of 64 lanes (source: Triton's
/// AMDMfmaEncodingAttr).
struct AmdMfma {
  Int version = 0;
  Dims instr_shape;  ///< m, n and, optionally, k
  bool transposed = false;
  Dims warps_per_cta;
  Int element_bitwidth = 32;
  Dims tiles_per_warp = {};  ///< empty: one along each dimension
  Bases cga_layout = {};
};

template <either_const<AmdMfma> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"version", "version", 0}, kind.version);
  visitor.field({"warpsPerCTA", "warps_per_cta", 3}, kind.warps_per_cta);
  visitor.field({"instrShape", "instr_shape", 1}, kind.instr_shape);
  visitor.field({"isTransposed", "transposed", 2}, kind.transposed);
  visitor.cluster({"CGALayout", "cga_layout", 6}, kind.cga_layout);
  visitor.tiles_per_warp({"tilesPerWarp", "tiles_per_warp", 5}, kind.tiles_per_warp);
  visitor.optional({"elementBitWidth", "element_bitwidth", 4}, kind.element_bitwidth, Int{32});
}

int rank(const AmdMfma& mfma);
Int lanes(const AmdMfma& mfma);
Int warps(const AmdMfma& mfma);
Cluster cluster_of(const AmdMfma& mfma);

/// Returns the accumulator's tile over all warps. Registers cover the shape along N before warps
/// continue along M.
Steps steps_of(const AmdMfma& mfma, const std::optional<Shape>& shape);
/// Returns the order in which registers cover a shape: N, then M, then the batch's dimensions.
Dims growing_order(const AmdMfma& mfma);

/// Returns an operand's tile over all warps. Registers cover the shape along K first. The operands
/// lie in the CTAs of the result.
Operand operand_of(const AmdMfma& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape);

/// Returns the first problem of the parameters, or nullopt: among others, numbers that are not
/// powers of two, and an instruction that does not exist.
std::optional<Problem> problem_of(const AmdMfma& mfma);

std::vector<std::string> refused_by_triton(const AmdMfma& mfma, const std::optional<Shape>& shape);

}  // namespace layoutq
