#include "core/kinds/nvidia_mma.h"

#include <fmt/format.h>

#include "core/kinds/description.h"
#include "core/kinds/matrix.h"
#include "core/kinds/parameters.h"
#include "core/layout/text.h"

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

/// The rows and columns of the accumulator of one instruction, from `instr_shape`.
struct MmaTile {
  Int m;
  Int n;
};

MmaTile mma_tile(const NvidiaMma& mma) {
  const int first = mma.version_major == 2 ? mma.instr_shape.rank() - 2 : 0;
  return {mma.instr_shape[first], mma.instr_shape[first + 1]};
}

Steps operand_steps(const NvidiaMma& mma, const DotOperand& operand) {
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

}  // namespace

int rank(const NvidiaMma& mma) { return mma.warps_per_cta.rank(); }
Int lanes(const NvidiaMma&) { return lane_rows * lane_columns; }
Int warps(const NvidiaMma& mma) { return product(mma.warps_per_cta); }
Cluster cluster_of(const NvidiaMma& mma) { return {mma.cga_layout}; }

Steps steps_of(const NvidiaMma& mma, const std::optional<Shape>&) {
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

Dims growing_order(const NvidiaMma& mma) {
  return growing_order(rank(mma), result_dimensions(rank(mma)));
}

Operand operand_of(const NvidiaMma& parent, const DotOperand& operand,
                   const std::optional<Shape>&) {
  if (operand.operand_index == 1 && parent.version_major == 3) {
    return Problem{"operand_index", "is 1, but version 3 takes only operand 0 from registers"};
  }
  // A thread's registers hold 8 one-byte elements along K.
  if (auto problem = k_width_among(operand, {1, 2, 4, 8}, kind_name(parent))) return *problem;
  const MatrixDimensions dimensions = operand_dimensions(rank(parent), operand.operand_index);
  return OperandLayout{operand_steps(parent, operand), growing_order(rank(parent), dimensions),
                       copied_along(cluster_of(parent), dimensions.fast)};
}

std::optional<Problem> problem_of(const NvidiaMma& mma) {
  const int rank = mma.warps_per_cta.rank();
  if (mma.version_major != 2 && mma.version_major != 3) {
    return Problem{"version", fmt::format("{} is not modelled: only 2 and 3", mma.version_major)};
  }
  if (auto problem = problem_of_rank(rank)) return problem;
  if (rank > 2 && mma.version_major == 3) {
    return Problem{"warps_per_cta",
                   fmt::format("has {}: version 3 has no batches", counted(rank, "number"))};
  }
  if (auto problem = not_powers("warps_per_cta", mma.warps_per_cta, rank)) return problem;
  if (auto problem = problem_of_cluster(mma.cga_layout, rank)) return problem;
  const int numbers = mma.instr_shape.rank();
  if (mma.version_major == 3 ? numbers != 3 : numbers != 2 && numbers != rank) {
    return Problem{"instr_shape",
                   fmt::format("has {}: version {} takes {}", counted(numbers, "number"),
                               mma.version_major, mma.version_major == 3 ? "m, n, k" : "m, n")};
  }
  if (auto problem = not_powers("instr_shape", mma.instr_shape, numbers)) return problem;
  const MmaTile tile = mma_tile(mma);
  constexpr Int least = 8;
  if (tile.m < least || tile.n < least) {
    return Problem{"instr_shape",
                   fmt::format("is {} x {}: m and n are at least {}", tile.m, tile.n, least)};
  }
  return problem_of_tile(tile.m, tile.n, mma.warps_per_cta, {});
}

std::vector<std::string> refused_by_triton(const NvidiaMma&, const std::optional<Shape>&) {
  return {};
}

}  // namespace layoutq
