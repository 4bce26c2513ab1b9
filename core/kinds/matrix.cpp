#include "core/kinds/matrix.h"

#include <fmt/format.h>

#include <array>

#include "core/layout/text.h"

namespace layoutq {

Dims growing_order(int rank, MatrixDimensions dimensions) {
  Dims order{dimensions.fast, dimensions.slow};
  for (int d = rank - 3; d >= 0; --d) order.push_back(d);
  return order;
}

Dims row_major_order(int rank) {
  Dims order;
  for (int d = rank - 1; d >= 0; --d) order.push_back(d);
  return order;
}

void place_result_tiles(Steps* steps, const Dims& tiles, const Dims& warps_per_cta,
                        const std::optional<Shape>& shape) {
  const int rank = warps_per_cta.rank();
  const auto [n, m] = result_dimensions(rank);
  steps->move(Index::reg, tiles_along(tiles, n), n);
  steps->move(Index::warp, warps_per_cta[n], n);
  if (shape) steps->grow(n, (*shape)[n]);
  steps->move(Index::reg, tiles_along(tiles, m), m);
  steps->move(Index::warp, warps_per_cta[m], m);
  for (int d = rank - 3; d >= 0; --d) steps->move(Index::warp, warps_per_cta[d], d);
}

void place_warps(Steps* steps, const Dims& warps_per_cta, const Dims& order,
                 std::optional<int> copied) {
  for (Int at : order) {
    const int d = static_cast<int>(at);
    if (d == copied) {
      steps->copy(Index::warp, warps_per_cta[d]);
    } else {
      steps->move(Index::warp, warps_per_cta[d], d);
    }
  }
}

std::optional<Problem> problem_of_rank(int rank) {
  if (rank >= 2) return std::nullopt;
  return Problem{"warps_per_cta",
                 fmt::format("has {}, but a matrix has 2 dimensions", counted(rank, "number"))};
}

std::optional<Problem> problem_of_tile(Int m, Int n, const Dims& warps_per_cta, const Dims& tiles) {
  const int rank = warps_per_cta.rank();
  for (int d = 0; d < rank; ++d) {
    const Int side = d == rank - 2 ? m : d == rank - 1 ? n : 1;
    const auto covered = checked_product(std::array{side, warps_per_cta[d], tiles_along(tiles, d)});
    if (!covered || *covered > max_extent) {
      return Problem{"warps_per_cta",
                     fmt::format("makes the tile longer than {} in dimension {}", max_extent, d)};
    }
  }
  return std::nullopt;
}

Dims or_ones(const Dims& dims, int rank) { return dims.rank() == 0 ? Dims(rank, 1) : dims; }

}  // namespace layoutq
