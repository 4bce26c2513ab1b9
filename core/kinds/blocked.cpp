#include "core/kinds/blocked.h"

namespace layoutq {

TiledLayout build_blocked(const Blocked& blocked, const Shape& shape, Registers registers) {
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

Steps blocked_steps(const Blocked& blocked, const std::optional<WholeDimension>& whole) {
  Steps steps(blocked.rank());
  const auto part = [&](Index index, const Dims& sizes) {
    for (Int at : blocked.order) {
      const int d = static_cast<int>(at);
      if (!whole || whole->d != d) {
        steps.move(index, sizes[d], d);
      } else if (index == Index::reg) {
        steps.move(index, whole->extent, d);
      } else {
        steps.copy(index, sizes[d]);
      }
    }
  };
  part(Index::reg, blocked.size_per_thread);
  part(Index::lane, blocked.threads_per_warp);
  part(Index::warp, blocked.warps_per_cta);
  return steps;
}

}  // namespace layoutq
