#pragma once

#include <optional>

#include "core/kinds/limits.h"
#include "core/kinds/steps.h"

/// What the layouts of matrix products have in common. A product is M × K times K × N. These are
/// the last two dimensions of each tensor; the dimensions of a batch come before them.
namespace layoutq {

/// The dimensions of one operand, or of the result.
struct MatrixDimensions {
  int fast;  ///< N of the result; K of an operand
  int slow;  ///< M of the result; M of A, N of B
};

/// Returns the dimensions of the result of a product: N and M.
inline MatrixDimensions result_dimensions(int rank) { return {rank - 1, rank - 2}; }
/// Returns the dimensions of operand 0 (A) or 1 (B): K and the other one.
inline MatrixDimensions operand_dimensions(int rank, Int operand_index) {
  return operand_index == 0 ? MatrixDimensions{rank - 1, rank - 2}
                            : MatrixDimensions{rank - 2, rank - 1};
}

/// Returns the order in which registers cover a shape: fast, slow, then the batch's dimensions,
/// last one first.
Dims growing_order(int rank, MatrixDimensions dimensions);

/// Returns the dimensions, last one first.
Dims row_major_order(int rank);

/// Places the tiles of the result as AMD's layouts repeat them over registers and warps, along N
/// and then along M: `tiles` neighbours in each warp, then the warps. Along N, registers cover the
/// rest of the shape before M begins. `tiles` may be empty, which means 1 along each dimension.
void place_result_tiles(Steps* steps, const Dims& tiles, const Dims& warps_per_cta,
                        const std::optional<Shape>& shape);

/// Returns the number of tiles that lie side by side in a warp along d.
inline Int tiles_along(const Dims& tiles, int d) { return tiles.rank() == 0 ? 1 : tiles[d]; }

/// Places warps side by side, in this order of dimensions. Warps along `copied` hold copies.
void place_warps(Steps* steps, const Dims& warps_per_cta, const Dims& order,
                 std::optional<int> copied = std::nullopt);

/// Return the problem if the tensor has fewer than 2 dimensions, or if the tile over all warps is
/// longer than max_extent. An instruction's tile has `m` rows and `n` columns; `tiles` may be
/// empty.
std::optional<Problem> problem_of_rank(int rank);
std::optional<Problem> problem_of_tile(Int m, Int n, const Dims& warps_per_cta, const Dims& tiles);

/// Returns the numbers, or a 1 for each dimension if they are empty.
Dims or_ones(const Dims& dims, int rank);

}  // namespace layoutq
