#include "core/questions/reduction.h"

#include <bit>
#include <tuple>

namespace layoutq {

Reduction reduction(const Layout& layout, int axis) {
  Reduction answer;
  answer.axis = axis;
  answer.in_thread = layout.positions(axis);
  answer.lanes = layout.position_sets(axis, Index::lane);
  answer.shuffle_rounds =
      static_cast<Int>(std::bit_width(static_cast<std::uint64_t>(answer.lanes - 1)));
  answer.results_per_thread = layout.results(axis);
  answer.shuffles = answer.shuffle_rounds * answer.results_per_thread;
  answer.warps = layout.position_sets(axis, Index::warp);
  answer.cross_warp = answer.warps > 1;
  answer.blocks = layout.position_sets(axis, Index::block);
  return answer;
}

bool cheaper(const Reduction& a, const Reduction& b) {
  return std::tuple(a.blocks, a.cross_warp, a.shuffles, a.in_thread) <
         std::tuple(b.blocks, b.cross_warp, b.shuffles, b.in_thread);
}

}  // namespace layoutq
