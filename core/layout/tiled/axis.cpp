#include "core/layout/tiled/axis.h"

#include <array>
#include <numeric>

namespace layoutq {

Int Axis::elements_in(Int repetition) const {
  if (!distinct || repetition + 1 < repetitions) return elements;
  return std::min(elements, extent - repetition * tile());
}

Int Axis::registers() const { return (repetitions - 1) * elements + elements_in(repetitions - 1); }

Int Axis::distinct_registers() const {
  Axis same = *this;
  same.distinct = true;
  return same.registers();
}

Int Axis::position(const Split& s) const {
  return s.repetition * tile() + s.warp * warp_step() + s.lane * lane_step() + s.element;
}

Int Axis::holders(Int coordinate) const {
  if (repetitions == 1) {
    // If the thread tile is as wide as the extent, each thread keeps one register per coordinate.
    if (distinct && extent <= elements) return lanes * warps;
    return ceil_div(tile() - coordinate, extent);
  }
  const Int again = coordinate + extent;  // can only be in the last repetition
  if (again >= repetitions * tile()) return 1;
  return split(again).element < elements_in(repetitions - 1) ? 2 : 1;
}

Split Axis::holder(Int coordinate, Int k) const {
  if (repetitions == 1) {
    if (distinct && extent <= elements) {
      const Int thread = k * elements;
      return split(thread + floor_mod(coordinate - thread, extent));
    }
    return split(coordinate + k * extent);
  }
  const Split once = split(coordinate);
  if (holders(coordinate) == 1) return once;
  const Split again = split(coordinate + extent);
  return (k == 0) == (once < again) ? once : again;
}

namespace {

/// A digit of a position, restricted to a range of its values.
struct RangedDigit {
  Range values;
  Int step;
};

/// Returns the smallest position ≥ `least` that the digits can make within their ranges. The digits
/// are ordered from the largest step down; each step is at least the sum of all that lies below it.
std::optional<Int> first_position(std::span<const RangedDigit> digits, Int least) {
  Int low = 0;
  Int high = 0;
  for (const RangedDigit& digit : digits) {
    low += digit.values.low * digit.step;
    high += (digit.values.high - 1) * digit.step;
  }
  if (least > high) return std::nullopt;
  Int position = 0;
  for (const RangedDigit& digit : digits) {
    if (position + low >= least) break;
    low -= digit.values.low * digit.step;
    high -= (digit.values.high - 1) * digit.step;
    // The smallest value from which the lower digits can still reach `least`.
    const Int missing = least - position - high;
    const Int value =
        std::max(digit.values.low, missing <= 0 ? Int{0} : ceil_div(missing, digit.step));
    position += value * digit.step;
  }
  return position + low;
}

}  // namespace

bool Axis::reaches(const SplitRanges& ranges, Range coordinates) const {
  const auto reached = [&](Range repetition, Range element) {
    std::array digits{RangedDigit{repetition, tile()}, RangedDigit{ranges.warp, warp_step()},
                      RangedDigit{ranges.lane, lane_step()}, RangedDigit{element, 1}};
    for (RangedDigit& digit : digits) {
      if (digit.values.size() <= 0) return false;
      // After this many values the coordinates repeat.
      const Int period = extent / std::gcd(digit.step, extent);
      digit.values.high = std::min(digit.values.high, digit.values.low + period);
    }
    Int turn = 0;
    while (const auto position = first_position(digits, coordinates.low + turn * extent)) {
      if (*position < coordinates.high + turn * extent) return true;
      turn = std::max(turn + 1, (*position - coordinates.low) / extent);
    }
    return false;
  };
  const Int last = repetitions - 1;
  const Range before{ranges.repetition.low, std::min(ranges.repetition.high, last)};
  if (reached(before, ranges.element)) return true;
  if (!ranges.repetition.contains(last)) return false;
  return reached({last, last + 1},
                 {ranges.element.low, std::min(ranges.element.high, elements_in(last))});
}

std::optional<std::vector<Strand>> Axis::strands(Int position, Int run) const {
  Int first = position % extent;
  Int step = lane_step();
  Int count = lanes;
  const Int orbit = std::gcd(step, extent);  // enough lanes fill every orbit-th coordinate
  if (count >= extent / orbit) {
    first %= orbit;
    step = orbit;
    count = extent / orbit;
  }
  if (run >= step) {  // no gaps
    run += (count - 1) * step;
    count = 1;
  }
  if (count == 1) run = std::min(run, extent);
  if (count == 1 && run == extent) first = 0;
  if ((count - 1) * step + run > extent) return std::nullopt;

  std::vector<Strand> strands;
  const auto add = [&](Int from, Int length, Int times) {
    if (length > 0 && times > 0) strands.push_back({from, length, times > 1 ? step : 1, times});
  };
  // The runs that end within the extent, one that may cross its end, and those that have wrapped.
  const Int room = extent - first - run;
  const Int whole = room < 0 ? 0 : std::min(count, room / step + 1);
  const Int next = first + whole * step;
  if (whole < count) {
    const Int across = next < extent ? 1 : 0;
    if (across == 1) add(0, next + run - extent, 1);
    add(next + across * step - extent, run, count - whole - across);
    add(first, run, whole);
    if (across == 1) add(next, extent - next, 1);
  } else {
    add(first, run, whole);
  }
  return strands;
}

}  // namespace layoutq
