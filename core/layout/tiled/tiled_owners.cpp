#include "core/layout/tiled/tiled_owners.h"

namespace layoutq {

TiledOwners::TiledOwners(const TiledLayout& layout, const Coordinate& coordinate)
    : layout_(&layout) {
  const std::vector<Axis>& axes = layout.axes();
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const int d = layout.dimension(a);
    along_[a] = d < 0 ? 0 : coordinate[d];
    holders_[a] = axes[a].holders(along_[a]);
    splits_[a] = axes[a].holder(along_[a], 0);
  }
  for (Int Split::*part : {&Split::warp, &Split::lane, &Split::repetition, &Split::element}) {
    for (auto axis = layout.order().rbegin(); axis != layout.order().rend(); ++axis) {
      if (holders_[*axis] == 1) continue;
      Level level{.axis = *axis, .part = part, .above = -1, .holders = {}};
      for (std::size_t j = 0; j < levels_.size(); ++j) {
        if (levels_[j].axis == *axis) level.above = static_cast<int>(j);
      }
      levels_.push_back(level);
    }
  }
  settle(0);
}

Range TiledOwners::candidates(const Level& level) const {
  return level.above < 0 ? Range{0, holders_[level.axis]}
                         : levels_[static_cast<std::size_t>(level.above)].holders;
}

void TiledOwners::choose_from(Level* level, Int first) const {
  const auto part = [&](Int k) {
    return layout_->axes()[level->axis].holder(along_[level->axis], k).*(level->part);
  };
  // The holders that agree are adjacent, so bisection finds the first that does not.
  const Int value = part(first);
  Int agrees = first;
  Int end = candidates(*level).high;
  while (end - agrees > 1) {
    const Int middle = agrees + (end - agrees) / 2;
    (part(middle) == value ? agrees : end) = middle;
  }
  level->holders = {first, end};
}

void TiledOwners::settle(std::size_t first) {
  for (std::size_t i = first; i < levels_.size(); ++i) {
    Level& level = levels_[i];
    choose_from(&level, candidates(level).low);
  }
  // A later level of the same axis narrows to a single holder.
  for (const Level& level : levels_) {
    splits_[level.axis] = layout_->axes()[level.axis].holder(along_[level.axis], level.holders.low);
  }
  place_ = layout_->join(splits_);
}

void TiledOwners::next() {
  for (std::size_t i = levels_.size(); i-- > 0;) {
    Level& level = levels_[i];
    if (level.holders.high == candidates(level).high) continue;
    choose_from(&level, level.holders.high);
    settle(i + 1);
    return;
  }
  done_ = true;
}

}  // namespace layoutq
