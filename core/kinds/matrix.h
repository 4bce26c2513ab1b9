#pragma once

#include <optional>

#include "core/kinds/description.h"
#include "core/kinds/steps.h"

/// What the layouts of matrix products have in common. A product is M × K times K × N, and these
/// are the last two dimensions of each tensor; the others, of a batch, come before.
namespace layoutq {

/// The dimensions of one operand, or of the result.
struct MatrixDimensions {
  int fast;  ///< N of the result; K of an operand
  int slow;  ///< M of the result; M of A, N of B
};

/// Of the result of a product: N and M.
inline MatrixDimensions result_dimensions(int rank) { return {rank - 1, rank - 2}; }
/// Of operand 0 (A) or 1 (B): K and the other one.
inline MatrixDimensions operand_dimensions(int rank, Int operand_index) {
  return operand_index == 0 ? MatrixDimensions{rank - 1, rank - 2}
                            : MatrixDimensions{rank - 2, rank - 1};
}

/// fast, slow, and the batch's, last one first: the order in which registers cover a shape.
Dims growing_order(int rank, MatrixDimensions dimensions);

/// The last dimension first.
Dims row_major_order(int rank);

/// The result's tiles as AMD's layouts repeat them over registers and warps: `tiles` neighbours of
/// each warp, along N all that there are of the shape, then along M. `tiles` may be empty: 1 each.
void place_result_tiles(Steps* steps, const Dims& tiles, const Dims& warps_per_cta,
                        const std::optional<Shape>& shape);

/// How many tiles lie side by side in a warp along d.
inline Int tiles_along(const Dims& tiles, int d) { return tiles.rank() == 0 ? 1 : tiles[d]; }

/// Warps side by side in that order; those along `copied` hold copies.
void place_warps(Steps* steps, const Dims& warps_per_cta, const Dims& order,
                 std::optional<int> copied = std::nullopt);

}  // namespace layoutq
