#include "core/kinds/amd_wmma.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/kinds/description.h"
#include "core/kinds/matrix.h"
#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

/// The rows of the instruction's tile, and its columns; also half the lanes of a warp.
constexpr Int wmma_side = 16;

/// Places tiles over registers and warps by the bases. Tiles along `copied` hold copies.
void place_tiles_by_bases(Steps* steps, const AmdWmma& wmma, std::optional<int> copied) {
  const Dims tile = steps->covered();
  const auto place = [&](Index index, const Bases& bases) {
    for (Coordinate basis : bases) {
      if (copied) basis[*copied] = 0;
      const bool moves = std::any_of(basis.begin(), basis.end(), [](Int x) { return x != 0; });
      if (index == Index::reg && !moves) continue;
      for (int d = 0; d < basis.rank(); ++d) {
        basis[d] *= tile[d];
        while (steps->covered()[d] <= basis[d]) steps->cover(d, 2 * steps->covered()[d]);
      }
      steps->move_to(index, basis);
    }
  };
  place(Index::reg, wmma.reg_bases);
  place(Index::warp, wmma.warp_bases);
}

/// `part` is the part of the shape that one CTA has.
Steps operand_steps(const AmdWmma& wmma, const DotOperand& operand,
                    const std::optional<Shape>& part) {
  const int layout_rank = rank(wmma);
  const auto [k, other] = operand_dimensions(layout_rank, operand.operand_index);
  Steps steps(layout_rank);
  steps.move(Index::reg, operand.k_width, k);
  steps.move(Index::lane, wmma_side, other);
  if (wmma.version == 1) {
    steps.copy(Index::lane, 2);
  } else {
    steps.move(Index::lane, 2, k);
  }
  // Each half of a warp has k_width elements of an instruction's operand. In version 1 both halves
  // have the same elements.
  const Int times = std::max<Int>(1, wmma.instr_shape[2] / (2 * operand.k_width));
  steps.move(Index::reg, times, k);
  if (wmma.warps_per_cta.rank() == 0) {
    place_tiles_by_bases(&steps, wmma, k);
    return steps;
  }
  if (part) steps.move(Index::reg, (*part)[k] / (times * 2 * operand.k_width), k);
  steps.move(Index::reg, tiles_along(wmma.tiles_per_warp, other), other);
  place_warps(&steps, wmma.warps_per_cta, row_major_order(layout_rank), k);
  return steps;
}

/// Returns the problem of the parent if it has no instruction for operands.
std::optional<Problem> problem_of_instruction(const AmdWmma& wmma) {
  const Int k = wmma.instr_shape[2];
  if (wmma.version == 1 ? k == 16 : wmma.version != 3 || k != 16) return std::nullopt;
  return Problem{"parent", fmt::format("is amd_wmma version {}, which has no instruction of k {}",
                                       wmma.version, k)};
}

/// Returns the problem if no instruction exists for k_width, or if Triton's verifier of
/// DotOperandEncodingAttr refuses it.
std::optional<Problem> problem_of_k_width(const AmdWmma& wmma, const DotOperand& operand) {
  if (wmma.version == 1) return k_width_among(operand, {8, 16}, "amd_wmma version 1");
  if (wmma.version == 2) return k_width_among(operand, {4, 8, 16}, "amd_wmma version 2");
  return k_width_among(operand, {2, 8, 16}, "amd_wmma version 3");
}

}  // namespace

int rank(const AmdWmma& wmma) {
  if (wmma.warps_per_cta.rank() > 0) return wmma.warps_per_cta.rank();
  for (const Bases* bases : {&wmma.warp_bases, &wmma.reg_bases, &wmma.cga_layout}) {
    if (!bases->empty()) return bases->front().rank();
  }
  return 2;
}

Int lanes(const AmdWmma&) { return 2 * wmma_side; }

Int warps(const AmdWmma& wmma) {
  return wmma.warps_per_cta.rank() > 0 ? product(wmma.warps_per_cta)
                                       : Int{1} << wmma.warp_bases.size();
}

Cluster cluster_of(const AmdWmma& wmma) { return {wmma.cga_layout}; }

Steps steps_of(const AmdWmma& wmma, const std::optional<Shape>& shape) {
  const int layout_rank = rank(wmma);
  auto [across, along] = result_dimensions(layout_rank);
  if (wmma.transposed) std::swap(across, along);
  Steps steps(layout_rank);
  if (wmma.version == 1) {
    // The halves of a warp hold alternate rows.
    steps.move(Index::lane, wmma_side, across);
    steps.move(Index::lane, 2, along);
    steps.move(Index::reg, wmma_side / 2, along);
  } else {
    steps.move(Index::reg, wmma_side / 2, along);
    steps.move(Index::lane, wmma_side, across);
    steps.move(Index::lane, 2, along);
  }
  if (wmma.warps_per_cta.rank() > 0) {
    place_result_tiles(&steps, wmma.tiles_per_warp, wmma.warps_per_cta, shape);
  } else {
    place_tiles_by_bases(&steps, wmma, std::nullopt);
  }
  return steps;
}

Dims growing_order(const AmdWmma& wmma) {
  return growing_order(rank(wmma), result_dimensions(rank(wmma)));
}

Operand operand_of(const AmdWmma& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape) {
  if (auto problem = problem_of_instruction(parent)) return *problem;
  if (auto problem = problem_of_k_width(parent, operand)) return *problem;
  const Cluster cluster = cluster_of(parent);
  const std::optional<Shape> part =
      shape ? std::optional(cluster.shape_per_cta(*shape)) : std::nullopt;
  const MatrixDimensions dimensions = operand_dimensions(rank(parent), operand.operand_index);
  return OperandLayout{operand_steps(parent, operand, part),
                       growing_order(rank(parent), dimensions), cluster};
}

std::optional<Problem> problem_of(const AmdWmma& wmma) {
  const int layout_rank = rank(wmma);
  constexpr Int most_version = 3;
  if (wmma.version < 1 || wmma.version > most_version) {
    return Problem{"version", "is not in 1 to 3"};
  }
  if (auto problem = problem_of_rank(layout_rank)) return problem;
  if (auto problem = problem_of_cluster(wmma.cga_layout, layout_rank)) return problem;
  if (auto problem = not_powers("instr_shape", wmma.instr_shape, 3)) return problem;
  if (wmma.instr_shape[0] != wmma_side || wmma.instr_shape[1] != wmma_side) {
    return Problem{"instr_shape", fmt::format("is {} x {}, but a tile is 16 x 16",
                                              wmma.instr_shape[0], wmma.instr_shape[1])};
  }
  if (auto problem = problem_of_bases("reg_bases", wmma.reg_bases, layout_rank)) return problem;
  if (auto problem = problem_of_bases("warp_bases", wmma.warp_bases, layout_rank)) return problem;
  for (const Bases* bases : {&wmma.reg_bases, &wmma.warp_bases}) {
    for (const Coordinate& basis : *bases) {
      for (Int tiles : basis) {
        if (tiles <= max_extent / (2 * wmma_side)) continue;
        return Problem{"warp_bases", fmt::format("makes the tile longer than {}", max_extent)};
      }
    }
  }
  if (wmma.warps_per_cta.rank() == 0) return std::nullopt;
  if (auto problem = not_powers("warps_per_cta", wmma.warps_per_cta, layout_rank)) return problem;
  const Dims tiles = or_ones(wmma.tiles_per_warp, layout_rank);
  if (auto problem = not_powers("tiles_per_warp", tiles, layout_rank)) return problem;
  return problem_of_tile(wmma_side, wmma_side, wmma.warps_per_cta, tiles);
}

std::vector<std::string> refused_by_triton(const AmdWmma&, const std::optional<Shape>& shape) {
  if (!shape) return {};
  for (int d = shape->rank() - 2; d < shape->rank(); ++d) {
    if ((*shape)[d] == 1 || (*shape)[d] >= wmma_side) continue;
    return {fmt::format("Triton refuses shape {}: amd_wmma takes extents of 1, or from 16 on",
                        to_text(*shape))};
  }
  return {};
}

}  // namespace layoutq
