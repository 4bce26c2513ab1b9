#include "core/kinds/amd_mfma.h"

#include <utility>

#include "core/kinds/matrix.h"

namespace layoutq {

namespace {

constexpr Int wavefront = 64;

Int tiles_along(const AmdMfma& mfma, int d) {
  return mfma.tiles_per_warp.rank() == 0 ? 1 : mfma.tiles_per_warp[d];
}

}  // namespace

Steps mfma_steps(const AmdMfma& mfma, const std::optional<Shape>& part) {
  const int rank = mfma.warps_per_cta.rank();
  const auto [n, m] = result_dimensions(rank);
  // Registers run along one dimension of the instruction's tile, lanes along the other first.
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

  steps.move(Index::reg, tiles_along(mfma, n), n);
  steps.move(Index::warp, mfma.warps_per_cta[n], n);
  if (part) steps.grow(n, (*part)[n]);
  steps.move(Index::reg, tiles_along(mfma, m), m);
  steps.move(Index::warp, mfma.warps_per_cta[m], m);
  for (int d = rank - 3; d >= 0; --d) steps.move(Index::warp, mfma.warps_per_cta[d], d);
  return steps;
}

Steps mfma_operand_steps(const AmdMfma& mfma, const DotOperand& operand,
                         const std::optional<Shape>& part) {
  const int rank = mfma.warps_per_cta.rank();
  const auto [k, other] = operand_dimensions(rank, operand.operand_index);
  const bool first = operand.operand_index == 0;
  const Int extent = mfma.instr_shape[first ? 0 : 1];
  const Int across = mfma.instr_shape[first ? 1 : 0];
  Steps steps(rank);
  steps.move(Index::reg, operand.k_width, k);
  steps.move(Index::lane, extent, other);
  steps.move(Index::lane, wavefront / extent, k);
  // The long side of a 64 x 4 tile: each lane has all of K.
  constexpr Int short_side = 4;
  constexpr Int blocks_of_k = 16;
  if (extent == wavefront && across == short_side) steps.move(Index::reg, blocks_of_k, k);
  if (part) steps.grow(k, (*part)[k]);
  steps.move(Index::reg, tiles_along(mfma, other), other);
  place_warps(&steps, mfma.warps_per_cta, row_major_order(rank), k);
  return steps;
}

}  // namespace layoutq
