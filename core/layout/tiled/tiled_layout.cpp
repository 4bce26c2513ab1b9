#include "core/layout/tiled/tiled_layout.h"

#include <bit>
#include <numeric>
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

Int TiledLayout::copies(Index index) const {
  Int copies = 1;
  for (const Axis& axis : axes_) {
    if (axis.repetitions > 1) continue;
    // The positions of the origin are the multiples of the extent. Counts how many lie in one lane,
    // how many lanes of one warp have any, and how many warps do.
    switch (index) {
      case Index::block:
        break;
      case Index::reg:
        copies *= ceil_div(axis.elements_in(0), axis.extent);
        break;
      case Index::lane:
        copies *= std::min(axis.lanes, ceil_div(axis.warp_step(), axis.extent));
        break;
      case Index::warp:
        copies *= std::min(axis.warps, ceil_div(axis.tile(), axis.extent));
        break;
    }
  }
  return copies;
}

namespace {

/// Splits the numbers from one digit string to another into at most `2·digits` boxes.
///
/// `first` and `last` are digits, most significant first; `sizes` has the number of values of each
/// digit. Calls `visit` with a range for each digit until it returns true. Returns true if it did.
template <class Visit>
bool any_box(std::span<const Int> first, std::span<const Int> last, std::span<const Int> sizes,
             Visit visit) {
  const std::size_t digits = sizes.size();
  std::vector<Range> box(digits);
  const auto free_from = [&](std::size_t i) {
    for (; i < digits; ++i) box[i] = {0, sizes[i]};
  };
  // After the common leading digits, the numbers fall into three groups: those that share more
  // digits with `first` and then exceed it, those that share more with `last` and then stay below
  // it, and those between.
  std::size_t common = 0;
  while (common < digits && first[common] == last[common]) {
    box[common] = {first[common], first[common] + 1};
    ++common;
  }
  if (common == digits) return visit(box);
  std::size_t low_end = digits;  // from here on all digits of `first` are 0, of `last` the largest
  while (low_end > common + 1 && first[low_end - 1] == 0) --low_end;
  std::size_t high_end = digits;
  while (high_end > common + 1 && last[high_end - 1] == sizes[high_end - 1] - 1) --high_end;
  const bool whole_low = low_end == common + 1;
  const bool whole_high = high_end == common + 1;

  free_from(common + 1);
  box[common] = {first[common] + (whole_low ? 0 : 1), last[common] + (whole_high ? 1 : 0)};
  if (box[common].size() > 0 && visit(box)) return true;
  const auto edge = [&](std::span<const Int> bound, std::size_t end, bool rising) {
    box[common] = {bound[common], bound[common] + 1};
    for (std::size_t i = common + 1; i < end; ++i) {
      free_from(i + 1);
      const bool inclusive = i + 1 == end;
      box[i] = rising ? Range{bound[i] + (inclusive ? 0 : 1), sizes[i]}
                      : Range{0, bound[i] + (inclusive ? 1 : 0)};
      if (box[i].size() > 0 && visit(box)) return true;
      box[i] = {bound[i], bound[i] + 1};
    }
    return false;
  };
  if (!whole_low && edge(first, low_end, true)) return true;
  return !whole_high && edge(last, high_end, false);
}

}  // namespace

bool TiledLayout::meets(const Region& region) const {
  if (!region.block.contains(0) || region.warp.size() <= 0 || region.lane.size() <= 0 ||
      region.reg.size() <= 0) {
    return false;
  }
  const auto first = split({0, region.warp.low, region.lane.low, region.reg.low});
  const auto last = split({0, region.warp.high - 1, region.lane.high - 1, region.reg.high - 1});

  std::vector<std::size_t> slowest;
  slowest_first(order_, [&](std::size_t i) { slowest.push_back(i); });
  // An index: the digits of its first and of its last number, most significant first.
  struct Digits {
    std::vector<Int> first, last, sizes;
  };
  const auto add = [&](Digits* digits, Int Split::*part, Int Axis::*size) {
    for (std::size_t i : slowest) {
      digits->first.push_back(first[i].*part);
      digits->last.push_back(last[i].*part);
      digits->sizes.push_back(axes_[i].*size);
    }
  };
  Digits warp, lane, reg;
  add(&warp, &Split::warp, &Axis::warps);
  add(&lane, &Split::lane, &Axis::lanes);
  add(&reg, &Split::repetition, &Axis::repetitions);
  add(&reg, &Split::element, &Axis::elements);

  const std::size_t n = axes_.size();
  std::array<SplitRanges, max_rank> ranges;
  const auto all_axes_reach = [&] {
    for (std::size_t i = 0; i < n; ++i) {
      const int d = dimension(i);
      const Range wanted = d < 0 ? Range{0, 1} : region.box[static_cast<std::size_t>(d)];
      if (!axes_[i].reaches(ranges[i], wanted)) return false;
    }
    return true;
  };
  return any_box(warp.first, warp.last, warp.sizes, [&](const std::vector<Range>& warps) {
    for (std::size_t k = 0; k < n; ++k) ranges[slowest[k]].warp = warps[k];
    return any_box(lane.first, lane.last, lane.sizes, [&](const std::vector<Range>& lanes) {
      for (std::size_t k = 0; k < n; ++k) ranges[slowest[k]].lane = lanes[k];
      return any_box(reg.first, reg.last, reg.sizes, [&](const std::vector<Range>& registers) {
        for (std::size_t k = 0; k < n; ++k) {
          ranges[slowest[k]].repetition = registers[k];
          ranges[slowest[k]].element = registers[n + k];
        }
        return all_axes_reach();
      });
    });
  });
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

Int TiledLayout::copies_min() const {
  Int copies = 1;
  for (const Axis& axis : axes_) copies *= axis.places() / axis.extent;
  return copies;
}

Int TiledLayout::copies_max() const {
  Int copies = 1;
  for (const Axis& axis : axes_) copies *= ceil_div(axis.places(), axis.extent);
  return copies;
}

Int TiledLayout::threads_per_element() const {
  Int threads = 1;
  for (const Axis& axis : axes_) {
    threads *= std::min(ceil_div(axis.places(), axis.extent), axis.lanes * axis.warps);
  }
  return threads;
}

namespace {

/// Returns how many of `count` successive shifts by `span` give a different set of `span`
/// neighbours, modulo `extent`.
Int different_shifts(Int span, Int count, Int extent) {
  return span >= extent ? 1 : std::min(count, extent / std::gcd(span, extent));
}

}  // namespace

Int TiledLayout::positions(int d) const {
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    if (dimension(a) == d) return axes_[a].distinct_registers();
  }
  return 1;
}

Int TiledLayout::results(int d) const {
  Int results = 1;
  for (int other = 0; other < rank(); ++other) {
    if (other != d) results *= positions(other);
  }
  return results;
}

Int TiledLayout::position_sets(int d, Index index) const {
  assert(index != Index::reg);
  if (index == Index::block) return 1;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const Axis& axis = axes_[a];
    if (dimension(a) != d) continue;
    return index == Index::lane ? different_shifts(axis.lane_step(), axis.lanes, axis.extent)
                                : different_shifts(axis.warp_step(), axis.warps, axis.extent);
  }
  return 1;
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

Int TiledLayout::vector_registers(int d, Int most) const {
  // The register number moves first along the fastest axis that has several elements or, if there
  // is none, several repetitions.
  const auto fastest = [&](auto has_several) -> std::optional<std::size_t> {
    for (std::size_t a : order_) {
      if (has_several(axes_[a])) return a;
    }
    return std::nullopt;
  };
  const auto by_element = fastest([](const Axis& axis) { return axis.elements_in(0) > 1; });
  const auto by_repetition = fastest([](const Axis& axis) { return axis.repetitions > 1; });
  const auto moving = by_element ? by_element : by_repetition;
  if (!moving || dimension(*moving) != d) return 1;
  const Axis& axis = axes_[*moving];
  // Repetitions continue the elements if no lane, warp or other axis comes between.
  const bool alone = std::all_of(axes_.begin(), axes_.end(), [&](const Axis& other) {
    return &other == &axis || other.elements_in(0) == 1;
  });
  const bool through = alone && by_repetition == moving && axis.tile() == axis.elements;

  // V must divide all of these. As V is a power of two, their greatest common divisor decides.
  Int common = registers_;
  if (through) {
    common = std::gcd(common, axis.registers());
  } else {
    common = std::gcd(common, axis.elements_in(0));
    common = std::gcd(common, axis.elements_in(axis.repetitions - 1));
    if (axis.tile() > axis.elements) common = std::gcd(common, axis.elements);
  }
  if (axis.places() > axis.extent) common = std::gcd(common, axis.extent);
  const Int divisor = common & -common;
  return std::min(divisor, static_cast<Int>(std::bit_floor(static_cast<std::uint64_t>(most))));
}

std::optional<std::vector<std::vector<Strand>>> TiledLayout::strands(const Place& first,
                                                                     Int registers) const {
  const Splits from = split(first);
  const Splits to = split({first.block, first.warp, first.lane, first.reg + registers - 1});
  std::vector<std::vector<Strand>> dimensions;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    if (axes_[a].dropped) continue;
    const Int start = axes_[a].position(from[a]);
    auto strands = axes_[a].strands(start, axes_[a].position(to[a]) - start + 1);
    if (!strands) return std::nullopt;
    dimensions.push_back(std::move(*strands));
  }
  return dimensions;
}

std::optional<std::vector<std::vector<Strand>>> TiledLayout::block_strands(Int) const {
  std::vector<std::vector<Strand>> whole;
  for (Int extent : shape_) whole.push_back({Strand{.first = 0, .run = extent}});
  return whole;
}

Tiling TiledLayout::tiling(int d) const {
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const Axis& axis = axes_[a];
    if (dimension(a) != d) continue;
    return {.shape = axis.extent,
            .size_per_thread = axis.elements,
            .threads_per_warp = axis.lanes,
            .warps_per_cta = axis.warps,
            .tile = axis.tile(),
            .reps = axis.repetitions,
            .registers = axis.registers(),
            .copies = ceil_div(axis.places(), axis.extent)};
  }
  return {};
}

namespace {

bool power_of_two(Int value) { return std::has_single_bit(static_cast<std::uint64_t>(value)); }

}  // namespace

std::optional<LinearLayout> TiledLayout::linear() const {
  int block_bits = 0;
  for (const Axis& axis : axes_) {
    for (Int size :
         {axis.extent, axis.elements, axis.lanes, axis.warps, axis.repetitions, axis.registers()}) {
      if (!power_of_two(size)) return std::nullopt;
    }
    block_bits += std::countr_zero(static_cast<std::uint64_t>(axis.elements_in(0)));
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
                      bases(&Place::warp, warps_), {}, block_bits);
}

}  // namespace layoutq
