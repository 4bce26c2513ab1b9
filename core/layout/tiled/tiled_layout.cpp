#include "core/layout/tiled/tiled_layout.h"

#include <algorithm>
#include <bit>
#include <span>

namespace layoutq {

TiledLayout::TiledLayout(std::vector<Axis> axes, std::vector<std::size_t> order)
    : axes_(std::move(axes)), order_(std::move(order)) {
  bool fixed = true;
  for (const Axis& axis : axes_) {
    fixed = fixed && axis.elements_in(0) == axis.elements_in(axis.repetitions - 1);
    dimension_.push_back(axis.dropped ? -1 : shape_.rank());
    if (!axis.dropped) shape_.push_back(axis.extent);
    registers_ *= axis.registers();
    lanes_ *= axis.lanes;
    warps_ *= axis.warps;
  }
  assert(rank() > 0);
  if (fixed) fixed_weights_ = weights({});
}

namespace {

/// Calls visit(a) with the index of each axis, slowest first.
template <class Visit>
void slowest_first(const std::vector<std::size_t>& order, Visit visit) {
  std::for_each(order.rbegin(), order.rend(), visit);
}

}  // namespace

TiledLayout TiledLayout::without(int d) const {
  assert(shape_[d] == 1 && rank() > 1);
  std::vector<Axis> axes = axes_;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (dimension(a) == d) axes[a].dropped = true;
  }
  return {std::move(axes), order_};
}

namespace {

/// Splits a register number into the repetition and the element along each axis.
void split_register(std::span<const Axis> axes, const std::vector<std::size_t>& order, Int reg,
                    Splits* splits) {
  // `weight` is the number of registers for one choice of all parts so far. The repetition comes
  // first, because the last repetition of an axis may have fewer elements than the others.
  Int weight = 1;
  for (const Axis& axis : axes) weight *= axis.registers();
  slowest_first(order, [&](std::size_t i) {
    const Axis& axis = axes[i];
    weight /= axis.registers();
    (*splits)[i].repetition = 0;
    if (axis.repetitions > 1) {
      const Int each = axis.elements * weight;
      (*splits)[i].repetition = std::min(reg / each, axis.repetitions - 1);
      reg -= (*splits)[i].repetition * each;
    }
    weight *= axis.elements_in((*splits)[i].repetition);
  });
  slowest_first(order, [&](std::size_t i) {
    weight /= axes[i].elements_in((*splits)[i].repetition);
    (*splits)[i].element = reg / weight;
    reg %= weight;
  });
}

}  // namespace

Splits TiledLayout::split(const Place& place) const {
  Splits splits;
  Int warp = place.warp;
  Int lane = place.lane;
  for (std::size_t i : order_) {
    splits[i].warp = warp % axes_[i].warps;
    splits[i].lane = lane % axes_[i].lanes;
    warp /= axes_[i].warps;
    lane /= axes_[i].lanes;
  }
  split_register(axes_, order_, place.reg, &splits);
  return splits;
}

Splits TiledLayout::weights(const Splits& splits) const {
  Splits weights;
  Int warp = 1;
  Int lane = 1;
  Int element = 1;
  for (std::size_t i : order_) {
    weights[i] = {.warp = warp, .lane = lane, .repetition = 0, .element = element};
    warp *= axes_[i].warps;
    lane *= axes_[i].lanes;
    element *= axes_[i].elements_in(splits[i].repetition);
  }
  Int repetition = registers_;
  slowest_first(order_, [&](std::size_t i) {
    repetition /= axes_[i].registers();
    if (axes_[i].repetitions > 1) weights[i].repetition = axes_[i].elements * repetition;
    repetition *= axes_[i].elements_in(splits[i].repetition);
  });
  return weights;
}

Place TiledLayout::join(const Splits& splits) const {
  const auto sum = [&](const Splits& unit) {
    Place place;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      place.warp += splits[i].warp * unit[i].warp;
      place.lane += splits[i].lane * unit[i].lane;
      place.reg += splits[i].repetition * unit[i].repetition + splits[i].element * unit[i].element;
    }
    return place;
  };
  return fixed_weights_ ? sum(*fixed_weights_) : sum(weights(splits));
}

Coordinate TiledLayout::coordinate(const Place& place) const {
  const auto splits = split(place);
  Coordinate coordinate;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    if (!axes_[a].dropped) coordinate.push_back(axes_[a].position(splits[a]) % axes_[a].extent);
  }
  return coordinate;
}

Int TiledLayout::holders(const Coordinate& coordinate) const {
  Int holders = 1;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const int d = dimension(a);
    holders *= axes_[a].holders(d < 0 ? 0 : coordinate[d]);
  }
  return holders;
}

Run TiledLayout::registers_from(const Place& place) const {
  const Splits splits = split(place);
  Run run{.element = {},
          .place = place,
          .dimension = 0,
          .element_step = 0,
          .place_step = {.reg = 1},
          .length = 1};
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    if (!axes_[a].dropped) run.element.push_back(axes_[a].position(splits[a]) % axes_[a].extent);
  }
  // The run follows the fastest part of the register number that has several values.
  const auto along = [&](std::size_t i, Int left, Int step) {
    run.dimension = dimension(i);
    run.element_step = step;
    run.length = std::min(left, ceil_div(axes_[i].extent - run.element[run.dimension], step));
  };
  for (std::size_t i : order_) {
    const Int elements = axes_[i].elements_in(splits[i].repetition);
    if (elements > 1) {
      along(i, elements - splits[i].element, 1);
      return run;
    }
  }
  for (std::size_t i : order_) {
    // If only the last repetition has one element, the next register does not continue the row.
    if (axes_[i].repetitions > 1 && axes_[i].elements > 1) return run;
    if (axes_[i].repetitions > 1) {
      along(i, axes_[i].repetitions - splits[i].repetition, axes_[i].tile());
      return run;
    }
  }
  return run;
}

Int TiledLayout::repetitions() const {
  Int repetitions = 1;
  for (const Axis& axis : axes_) repetitions *= axis.repetitions;
  return repetitions;
}

Range TiledLayout::repetition(Int i_th) const {
  Splits splits{};
  Int size = 1;
  for (std::size_t i : order_) {
    splits[i].repetition = i_th % axes_[i].repetitions;
    i_th /= axes_[i].repetitions;
    size *= axes_[i].elements_in(splits[i].repetition);
  }
  const Int first = join(splits).reg;
  return {first, first + size};
}

Int TiledLayout::distinct_registers() const {
  Int registers = 1;
  for (const Axis& axis : axes_) registers *= axis.distinct_registers();
  return registers;
}

Int TiledLayout::distinct_register(Int i) const {
  std::array<Axis, max_rank> axes;
  std::copy(axes_.begin(), axes_.end(), axes.begin());
  for (Axis& axis : axes) axis.distinct = true;
  Splits splits{};
  split_register(std::span(axes).first(axes_.size()), order_, i, &splits);
  return join(splits).reg;
}

const Axis& TiledLayout::axis_of(int d) const {
  return axes_[static_cast<std::size_t>(std::find(dimension_.begin(), dimension_.end(), d) -
                                        dimension_.begin())];
}

std::optional<LinearLayout> TiledLayout::linear() const {
  int thread_tile_bits = 0;
  for (const Axis& axis : axes_) {
    for (Int size :
         {axis.extent, axis.elements, axis.lanes, axis.warps, axis.repetitions, axis.registers()}) {
      if (!std::has_single_bit(static_cast<Bits>(size))) return std::nullopt;
    }
    thread_tile_bits += log2_of(axis.elements_in(0));
  }
  const auto bases = [&](Int Place::*index, Int count) {
    Bases each;
    for (Int i = 1; i < count; i *= 2) {
      Place place;
      place.*index = i;
      each.push_back(coordinate(place));
    }
    return each;
  };
  return LinearLayout(shape_, bases(&Place::reg, registers_), bases(&Place::lane, lanes_),
                      bases(&Place::warp, warps_), {}, thread_tile_bits);
}

}  // namespace layoutq
