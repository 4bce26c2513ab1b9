#include "core/kinds/nvidia_mma.h"

#include "core/kinds/matrix.h"

namespace layoutq {

namespace {

/// The rows of lanes in a warp, and the lanes in a row.
constexpr Int lane_rows = 8;
constexpr Int lane_columns = 4;

/// Version 2 distributes warps along rows first. Version 3, whose instruction spans four warps,
/// distributes them along columns first.
Dims warp_order(const NvidiaMma& mma) {
  const int rank = mma.warps_per_cta.rank();
  if (mma.version_major == 2) return row_major_order(rank);
  return growing_order(rank, {rank - 2, rank - 1});
}

}  // namespace

MmaTile mma_tile(const NvidiaMma& mma) {
  const int first = mma.version_major == 2 ? mma.instr_shape.rank() - 2 : 0;
  return {mma.instr_shape[first], mma.instr_shape[first + 1]};
}

Steps mma_steps(const NvidiaMma& mma) {
  const int rank = mma.warps_per_cta.rank();
  const auto [n, m] = result_dimensions(rank);
  const MmaTile tile = mma_tile(mma);
  Steps steps(rank);
  steps.move(Index::reg, 2, n);
  steps.move(Index::lane, lane_columns, n);
  steps.move(Index::lane, lane_rows, m);
  steps.move(Index::reg, tile.m / lane_rows, m);
  steps.move(Index::reg, tile.n / (2 * lane_columns), n);
  place_warps(&steps, mma.warps_per_cta, warp_order(mma));
  return steps;
}

Steps mma_operand_steps(const NvidiaMma& mma, const DotOperand& operand) {
  const int rank = mma.warps_per_cta.rank();
  const auto [k, other] = operand_dimensions(rank, operand.operand_index);
  Steps steps(rank);
  steps.move(Index::reg, operand.k_width, k);
  steps.move(Index::lane, lane_columns, k);
  steps.move(Index::lane, lane_rows, other);
  // Operand A has 16 rows, even if the accumulator has 8 (source: Triton 3.6).
  if (operand.operand_index == 0) steps.move(Index::reg, 2, other);
  steps.move(Index::reg, 2, k);
  place_warps(&steps, mma.warps_per_cta, warp_order(mma), k);
  return steps;
}

}  // namespace layoutq
