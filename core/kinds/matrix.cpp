#include "core/kinds/matrix.h"

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

}  // namespace layoutq
