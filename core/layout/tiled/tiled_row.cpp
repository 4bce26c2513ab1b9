#include "core/layout/tiled/tiled_row.h"

namespace layoutq {

TiledRow::TiledRow(const TiledLayout& layout, const Coordinate& coordinate) : layout_(&layout) {
  for (std::size_t a = 0; a < layout.axes().size(); ++a) {
    const int d = layout.dimension(a);
    if (d == layout.rank() - 1) {
      last_ = a;
      continue;
    }
    const Int along = d < 0 ? 0 : coordinate[d];
    single_ = single_ && layout.axes()[a].holders(along) == 1;
    // A single holder is at the coordinate's first position.
    splits_[a] = layout.axes()[a].split(along);
  }
  if (const auto& weights = layout.fixed_weights()) fixed_ = (*weights)[last_];
  start_ = {.element = coordinate,
            .place = layout.join(splits_),
            .dimension = layout.rank() - 1,
            .element_step = 1,
            .place_step = {},
            .length = 1};
}

Run TiledRow::from(Int along) const {
  const Axis& axis = layout_->axes()[last_];
  // All returns share one variable, because copying a struct right after writing it stalls.
  Run run = start_;
  if (!single_ || axis.holders(along) != 1) {
    run.length = 0;
    return run;
  }
  const Split split = axis.split(along);
  run.element[run.dimension] = along;
  Split unit;
  if (fixed_) {
    unit = *fixed_;
    run.place.warp += split.warp * unit.warp;
    run.place.lane += split.lane * unit.lane;
    run.place.reg += split.repetition * unit.repetition + split.element * unit.element;
  } else {
    Splits splits = splits_;
    splits[last_] = split;
    unit = layout_->weights(splits)[last_];
    run.place = layout_->join(splits);
  }
  // The number of copies on a distinct axis changes where it wraps, so there is no row of single
  // holders there.
  if (axis.distinct && along + axis.extent < axis.repetitions * axis.tile()) return run;
  Int left = axis.extent - along;
  if (axis.elements > 1) {
    left = std::min(left, axis.elements_in(split.repetition) - split.element);
    run.place_step.reg = unit.element;
  } else if (axis.lanes > 1) {
    left = std::min(left, axis.lanes - split.lane);
    run.place_step.lane = unit.lane;
  } else if (axis.warps > 1) {
    left = std::min(left, axis.warps - split.warp);
    run.place_step.warp = unit.warp;
  } else {
    run.place_step.reg = unit.repetition;
  }
  run.length = left;
  return run;
}

}  // namespace layoutq
