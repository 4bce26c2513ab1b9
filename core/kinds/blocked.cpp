#include "core/kinds/blocked.h"

namespace layoutq {

Layout build_blocked(const Blocked& blocked, const Shape& shape, Registers registers) {
  std::vector<Axis> axes;
  for (int d = 0; d < blocked.rank(); ++d) {
    axes.push_back({.extent = shape[d],
                    .elements = blocked.size_per_thread[d],
                    .lanes = blocked.threads_per_warp[d],
                    .warps = blocked.warps_per_cta[d],
                    .repetitions = ceil_div(shape[d], blocked.tile(d)),
                    .distinct = registers == Registers::distinct});
  }
  return {std::move(axes), {blocked.order.begin(), blocked.order.end()}};
}

}  // namespace layoutq
