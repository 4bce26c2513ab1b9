#include "core/layout/meets.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace layoutq {

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

bool meets_region(const TiledLayout& layout, const Region& region) {
  if (!region.block.contains(0) || region.warp.size() <= 0 || region.lane.size() <= 0 ||
      region.reg.size() <= 0) {
    return false;
  }
  const auto first = layout.split({0, region.warp.low, region.lane.low, region.reg.low});
  const auto last =
      layout.split({0, region.warp.high - 1, region.lane.high - 1, region.reg.high - 1});

  const std::vector<std::size_t> slowest(layout.order().rbegin(), layout.order().rend());
  // An index: the digits of its first and of its last number, most significant first.
  struct Digits {
    std::vector<Int> first, last, sizes;
  };
  const auto add = [&](Digits* digits, Int Split::*part, Int Axis::*size) {
    for (std::size_t i : slowest) {
      digits->first.push_back(first[i].*part);
      digits->last.push_back(last[i].*part);
      digits->sizes.push_back(layout.axes()[i].*size);
    }
  };
  Digits warp, lane, reg;
  add(&warp, &Split::warp, &Axis::warps);
  add(&lane, &Split::lane, &Axis::lanes);
  add(&reg, &Split::repetition, &Axis::repetitions);
  add(&reg, &Split::element, &Axis::elements);

  const std::size_t n = layout.axes().size();
  std::array<SplitRanges, max_rank> ranges;
  const auto all_axes_reach = [&] {
    for (std::size_t i = 0; i < n; ++i) {
      const int d = layout.dimension(i);
      const Range wanted = d < 0 ? Range{0, 1} : region.box[static_cast<std::size_t>(d)];
      if (!layout.axes()[i].reaches(ranges[i], wanted)) return false;
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

/// A range of numbers that differ only in their low `free` bits.
struct Aligned {
  Bits first;
  int free;
};

/// Splits a range into aligned ranges: at most two for each bit of its bounds.
std::vector<Aligned> aligned(Range range) {
  std::vector<Aligned> parts;
  for (Int at = range.low; at < range.high;) {
    int free = at == 0 ? 62 : std::countr_zero(static_cast<Bits>(at));
    while (range.high - at < Int{1} << free) --free;
    parts.push_back({static_cast<Bits>(at), free});
    at += Int{1} << free;
  }
  // The largest come first, because a search is most likely to end there.
  std::sort(parts.begin(), parts.end(),
            [](const Aligned& a, const Aligned& b) { return a.free > b.free; });
  return parts;
}

/// A number that must lie in a range, as a function of the unknown place: each of its bits is the
/// parity of some bits of the place.
struct Bounded {
  std::vector<Bits> masks;  ///< lowest bit first
  Range range;
};

/// True if some place satisfies the equations and all numbers from `numbers[i]` on lie in range.
bool solvable(const BitEquations& equations, const std::vector<Bounded>& numbers, std::size_t i) {
  if (i == numbers.size()) return true;
  for (const Aligned& part : aligned(numbers[i].range)) {
    BitEquations narrowed = equations;
    bool possible = true;
    const int bits = static_cast<int>(numbers[i].masks.size());
    for (int b = part.free; b < bits && possible; ++b) {
      possible =
          narrowed.add(numbers[i].masks[static_cast<std::size_t>(b)], (part.first & bit(b)) != 0);
    }
    if (possible && solvable(narrowed, numbers, i + 1)) return true;
  }
  return false;
}

bool meets_region(const LinearLayout& layout, const Region& region) {
  std::vector<Bounded> numbers;
  const auto add_index = [&](Index index, Range range) {
    Bounded number{{}, range};
    for (int i = 0; i < layout.bits_of(index); ++i)
      number.masks.push_back(bit(layout.shift_of(index) + i));
    numbers.push_back(std::move(number));
  };
  add_index(Index::block, region.block);
  add_index(Index::warp, region.warp);
  add_index(Index::lane, region.lane);
  add_index(Index::reg, region.reg);
  for (int d = 0; d < layout.shape().rank(); ++d) {
    Bounded number{{}, region.box[static_cast<std::size_t>(d)]};
    each_bit(layout.along(d), [&](int element_bit) {
      Bits mask = 0;
      for (int i = 0; i < layout.place_bits(); ++i) {
        if (layout.basis(i) & bit(element_bit)) mask |= bit(i);
      }
      number.masks.push_back(mask);
    });
    numbers.push_back(std::move(number));
  }
  return solvable({}, numbers, 0);
}

}  // namespace

bool meets(const Layout& layout, const Region& region) {
  return layout.visit([&](const auto& arithmetic) { return meets_region(arithmetic, region); });
}

}  // namespace layoutq
