#include "core/questions/reduction.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace layoutq {

namespace {

/// Returns how many of `count` successive shifts by `span` give a different set of `span`
/// neighbours, modulo `extent`.
Int different_shifts(Int span, Int count, Int extent) {
  return span >= extent ? 1 : std::min(count, extent / std::gcd(span, extent));
}

/// Returns the number of different positions along dimension `d` in a thread; the same for every
/// thread.
Int positions(const TiledLayout& layout, int d) { return layout.axis_of(d).distinct_registers(); }

Int positions(const LinearLayout& layout, int d) {
  return Int{1} << layout.span(0, layout.bits_of(Index::reg), layout.along(d)).rank();
}

/// Returns the number of different coordinates in a thread if dimension `d` is ignored.
Int results(const TiledLayout& layout, int d) {
  return layout.distinct_registers() / positions(layout, d);
}

Int results(const LinearLayout& layout, int d) {
  return Int{1} << layout.span(0, layout.bits_of(Index::reg), ~layout.along(d)).rank();
}

/// Returns the number of different sets of positions along dimension `d` that the lanes of a warp
/// (Index::lane), the warps of a CTA (Index::warp) or the CTAs (Index::block) hold.
Int position_sets(const TiledLayout& layout, int d, Index index) {
  const Axis& axis = layout.axis_of(d);
  if (index == Index::lane) return different_shifts(axis.lane_step(), axis.lanes, axis.extent);
  if (index == Index::warp) return different_shifts(axis.warp_step(), axis.warps, axis.extent);
  return 1;
}

Int position_sets(const LinearLayout& layout, int d, Index index) {
  const int low = layout.shift_of(index);
  const Bits along = layout.along(d);
  return Int{1} << (layout.span(0, low + layout.bits_of(index), along).rank() -
                    layout.span(0, low, along).rank());
}

template <class Arithmetic>
Reduction reduction_of(const Arithmetic& layout, int axis) {
  Reduction answer;
  answer.axis = axis;
  answer.in_thread = positions(layout, axis);
  answer.lanes = position_sets(layout, axis, Index::lane);
  answer.shuffle_rounds =
      static_cast<Int>(std::bit_width(static_cast<std::uint64_t>(answer.lanes - 1)));
  answer.results_per_thread = results(layout, axis);
  answer.shuffles = answer.shuffle_rounds * answer.results_per_thread;
  answer.warps = position_sets(layout, axis, Index::warp);
  answer.cross_warp = answer.warps > 1;
  answer.blocks = position_sets(layout, axis, Index::block);
  return answer;
}

}  // namespace

Reduction reduction(const Layout& layout, int axis) {
  return layout.visit([&](const auto& arithmetic) { return reduction_of(arithmetic, axis); });
}

bool cheaper(const Reduction& a, const Reduction& b) {
  return std::tuple(a.blocks, a.cross_warp, a.shuffles, a.in_thread) <
         std::tuple(b.blocks, b.cross_warp, b.shuffles, b.in_thread);
}

}  // namespace layoutq
