#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kinds/dot_operand.h"

namespace layoutq {

/// The accumulator of AMD's matrix cores, on wavefronts of 32 lanes (source: Triton's
/// AMDWmmaEncodingAttr).
struct AmdWmma {
  Int version = 0;
  bool transposed = false;
  Dims warps_per_cta;  ///< empty if the bases below are used instead
  /// The repetition of the instruction's tile in registers and over warps, in units of a tile.
  Bases reg_bases = {};
  Bases warp_bases = {};
  Dims instr_shape = {16, 16, 16};
  Dims tiles_per_warp = {};  ///< empty: one along each dimension
  Bases cga_layout = {};
};

template <either_const<AmdWmma> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"version", "version", 0}, kind.version);
  visitor.field({"isTranspose", "transposed", 1}, kind.transposed);
  visitor.tiles({"warpsPerCTA", "warps_per_cta", 2}, kind);
  visitor.cluster({"CGALayout", "cga_layout", 5}, kind.cga_layout);
  visitor.tiles_per_warp({"tilesPerWarp", "tiles_per_warp", 4}, kind.tiles_per_warp);
  visitor.optional({"instrShape", "instr_shape", 3}, kind.instr_shape, Dims{16, 16, 16});
}

int rank(const AmdWmma& wmma);
Int lanes(const AmdWmma& wmma);
Int warps(const AmdWmma& wmma);
Cluster cluster_of(const AmdWmma& wmma);

/// Returns the accumulator's tile over all warps. Registers cover the shape along N before warps
/// continue along M.
Steps steps_of(const AmdWmma& wmma, const std::optional<Shape>& shape);
/// Returns the order in which registers cover a shape: N, then M, then the batch's dimensions.
Dims growing_order(const AmdWmma& wmma);

/// Returns an operand's tile over all warps. Registers first repeat the tile along K over the part
/// of the shape that one CTA has. The operands lie in the CTAs of the result.
Operand operand_of(const AmdWmma& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape);

/// Returns the first problem of the parameters, or nullopt: among others, numbers that are not
/// powers of two, and an instruction that does not exist.
std::optional<Problem> problem_of(const AmdWmma& wmma);

std::vector<std::string> refused_by_triton(const AmdWmma& wmma, const std::optional<Shape>& shape);

}  // namespace layoutq
