#include "core/kinds/amd_wmma.h"

#include <algorithm>
#include <utility>

#include "core/kinds/matrix.h"

namespace layoutq {

namespace {

/// The rows and the columns of the instruction's tile; also half the lanes of a warp.
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

}  // namespace

Steps wmma_steps(const AmdWmma& wmma, const std::optional<Shape>& shape) {
  const int layout_rank = rank(Description{wmma});
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

Steps wmma_operand_steps(const AmdWmma& wmma, const DotOperand& operand,
                         const std::optional<Shape>& part) {
  const int layout_rank = rank(Description{wmma});
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

}  // namespace layoutq
