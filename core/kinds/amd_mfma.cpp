#include "core/kinds/amd_mfma.h"

#include <utility>

#include "core/kinds/matrix.h"

namespace layoutq {

namespace {

constexpr Int wavefront = 64;

}  // namespace

Steps mfma_steps(const AmdMfma& mfma, const std::optional<Shape>& shape) {
  const int rank = mfma.warps_per_cta.rank();
  const auto [n, m] = result_dimensions(rank);
  // Registers run along one dimension of the instruction's tile; lanes run along the other first.
  int along = m;
  int across = n;
  Int lanes_across = mfma.instr_shape[1];
  if (mfma.transposed) {
    std::swap(along, across);
    lanes_across = mfma.instr_shape[0];
  }
  constexpr Int double_bits = 64;
  const Int run = mfma.element_bitwidth == double_bits ? 1 : 4;
  Steps steps(rank);
  steps.move(Index::reg, run, along);
  steps.move(Index::lane, lanes_across, across);
  steps.move(Index::lane, wavefront / lanes_across, along);
  steps.move(Index::reg, mfma.instr_shape[0] * mfma.instr_shape[1] / (wavefront * run), along);

  place_result_tiles(&steps, mfma.tiles_per_warp, mfma.warps_per_cta, shape);
  return steps;
}

Steps mfma_operand_steps(const AmdMfma& mfma, const DotOperand& operand,
                         const std::optional<Shape>& shape) {
  const int rank = mfma.warps_per_cta.rank();
  const auto [k, other] = operand_dimensions(rank, operand.operand_index);
  const bool first = operand.operand_index == 0;
  const Int extent = mfma.instr_shape[first ? 0 : 1];
  const Int across = mfma.instr_shape[first ? 1 : 0];
  Steps steps(rank);
  steps.move(Index::reg, operand.k_width, k);
  steps.move(Index::lane, extent, other);
  steps.move(Index::lane, wavefront / extent, k);
  // The long side of a 64 x 4 tile: each lane holds all of K.
  constexpr Int short_side = 4;
  constexpr Int blocks_of_k = 16;
  if (extent == wavefront && across == short_side) steps.move(Index::reg, blocks_of_k, k);
  if (shape) steps.grow(k, (*shape)[k]);
  steps.move(Index::reg, tiles_along(mfma.tiles_per_warp, other), other);
  place_warps(&steps, mfma.warps_per_cta, row_major_order(rank), k);
  return steps;
}

}  // namespace layoutq
