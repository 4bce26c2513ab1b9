#include "core/kinds/amd_mfma.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/kinds/description.h"
#include "core/kinds/matrix.h"
#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

constexpr Int wavefront = 64;

Steps operand_steps(const AmdMfma& mfma, const DotOperand& operand,
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

}  // namespace

int rank(const AmdMfma& mfma) { return mfma.warps_per_cta.rank(); }
Int lanes(const AmdMfma&) { return wavefront; }
Int warps(const AmdMfma& mfma) { return product(mfma.warps_per_cta); }
Cluster cluster_of(const AmdMfma& mfma) { return {mfma.cga_layout}; }

Steps steps_of(const AmdMfma& mfma, const std::optional<Shape>& shape) {
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

Dims growing_order(const AmdMfma& mfma) {
  return growing_order(rank(mfma), result_dimensions(rank(mfma)));
}

Operand operand_of(const AmdMfma& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape) {
  if (auto problem = k_width_among(operand, {1, 2, 4, 8, 16, 32}, kind_name(parent))) {
    return *problem;
  }
  const MatrixDimensions dimensions = operand_dimensions(rank(parent), operand.operand_index);
  return OperandLayout{operand_steps(parent, operand, shape),
                       growing_order(rank(parent), dimensions), cluster_of(parent)};
}

std::optional<Problem> problem_of(const AmdMfma& mfma) {
  const int rank = mfma.warps_per_cta.rank();
  constexpr Int most_version = 4;
  if (mfma.version < 1 || mfma.version > most_version) {
    return Problem{"version", "is not in 1 to 4"};
  }
  if (auto problem = problem_of_rank(rank)) return problem;
  if (auto problem = not_powers("warps_per_cta", mfma.warps_per_cta, rank)) return problem;
  if (auto problem = problem_of_cluster(mfma.cga_layout, rank)) return problem;
  const int numbers = mfma.instr_shape.rank();
  if (numbers != 2 && numbers != 3) {
    return Problem{"instr_shape",
                   fmt::format("has {}, but takes m, n, k", counted(numbers, "number"))};
  }
  if (auto problem = not_powers("instr_shape", mfma.instr_shape, numbers)) return problem;
  const std::pair tile(mfma.instr_shape[0], mfma.instr_shape[1]);
  constexpr std::pair<Int, Int> instructions[] = {{32, 32}, {16, 16}, {64, 4}, {4, 64}};
  if (std::find(std::begin(instructions), std::end(instructions), tile) == std::end(instructions)) {
    return Problem{"instr_shape",
                   fmt::format("is {} x {}: the instructions are 32 x 32, 16 x 16, 64 x 4 and "
                               "4 x 64",
                               tile.first, tile.second)};
  }
  if (tile == instructions[2] && !mfma.transposed) {
    return Problem{"instr_shape", "is 64 x 4, which exists only transposed"};
  }
  if (mfma.element_bitwidth != 32 && mfma.element_bitwidth != 64) {
    return Problem{"element_bitwidth", "is neither 32 nor 64"};
  }
  const Dims tiles = or_ones(mfma.tiles_per_warp, rank);
  if (auto problem = not_powers("tiles_per_warp", tiles, rank)) return problem;
  return problem_of_tile(tile.first, tile.second, mfma.warps_per_cta, tiles);
}

std::vector<std::string> refused_by_triton(const AmdMfma&, const std::optional<Shape>&) {
  return {};
}

}  // namespace layoutq
