#include "core/questions/difference.h"

#include <algorithm>

namespace layoutq {

namespace {

/// The ranges of places that at least one of two layouts has.
struct Bounds {
  Int blocks, warps, lanes, registers;
};

Bounds bounds_of(const Layout& layout, Compare compare) {
  return {layout.blocks(), layout.warps(), layout.lanes(),
          compare == Compare::places ? layout.registers() : 1};
}

bool has(const Bounds& bounds, const Place& place) {
  return place.block < bounds.blocks && place.warp < bounds.warps && place.lane < bounds.lanes &&
         place.reg < bounds.registers;
}

Int count(const Bounds& bounds) {
  return bounds.blocks * bounds.warps * bounds.lanes * bounds.registers;
}

/// Moves to the next place within the bounds. Returns false after the last one.
bool advance(const Bounds& bounds, Place* place) {
  if (++place->reg < bounds.registers) return true;
  place->reg = 0;
  if (++place->lane < bounds.lanes) return true;
  place->lane = 0;
  if (++place->warp < bounds.warps) return true;
  place->warp = 0;
  return ++place->block < bounds.blocks;
}

/// Compares two layouts place by place.
class Pair {
 public:
  Pair(const Layout& first, const Layout& second, Compare compare)
      : first_(first),
        second_(second),
        compare_(compare),
        first_bounds_(bounds_of(first, compare)),
        second_bounds_(bounds_of(second, compare)),
        either_{std::max(first_bounds_.blocks, second_bounds_.blocks),
                std::max(first_bounds_.warps, second_bounds_.warps),
                std::max(first_bounds_.lanes, second_bounds_.lanes),
                std::max(first_bounds_.registers, second_bounds_.registers)},
        both_{std::min(first_bounds_.blocks, second_bounds_.blocks),
              std::min(first_bounds_.warps, second_bounds_.warps),
              std::min(first_bounds_.lanes, second_bounds_.lanes),
              std::min(first_bounds_.registers, second_bounds_.registers)} {}

  std::optional<Difference> by_looking(std::size_t most_places) const;
  Difference by_bases(const LinearLayout& first, const LinearLayout& second,
                      std::size_t most_places) const;

 private:
  /// Returns the elements that the place, or its thread, holds. Empty if the layout does not have
  /// the place.
  std::vector<Coordinate> held(const Layout& layout, const Bounds& bounds, Place place) const;
  bool look(const Place& place, std::size_t most_places, Difference* difference) const;

  const Layout& first_;
  const Layout& second_;
  Compare compare_;
  Bounds first_bounds_, second_bounds_, either_, both_;
};

std::vector<Coordinate> Pair::held(const Layout& layout, const Bounds& bounds, Place place) const {
  std::vector<Coordinate> elements;
  if (!has(bounds, place)) return elements;
  if (compare_ == Compare::places) return {layout.coordinate(place)};
  const auto less = [](const Coordinate& a, const Coordinate& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  for (place.reg = 0; place.reg < layout.registers(); ++place.reg) {
    elements.push_back(layout.coordinate(place));
  }
  std::sort(elements.begin(), elements.end(), less);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

/// Records the place if it differs, and returns whether it does.
bool Pair::look(const Place& place, std::size_t most_places, Difference* difference) const {
  std::vector<Coordinate> a = held(first_, first_bounds_, place);
  std::vector<Coordinate> b = held(second_, second_bounds_, place);
  if (a == b) return false;
  if (difference->places.size() < most_places) {
    difference->places.push_back({place, std::move(a), std::move(b)});
  }
  return true;
}

std::optional<Difference> Pair::by_looking(std::size_t most_places) const {
  const auto work = [](const Layout& layout) {
    return layout.blocks() * layout.threads() * layout.registers();
  };
  if (work(first_) > most_compared || work(second_) > most_compared) return std::nullopt;
  Difference difference;
  Place place;
  do {
    if (look(place, most_places, &difference)) ++difference.count;
  } while (advance(either_, &place));
  return difference;
}

/// Returns the span of the vectors.
BitSpan all_of(const std::vector<Bits>& vectors) {
  BitSpan span;
  for (Bits vector : vectors) span.add(vector);
  return span;
}

Difference Pair::by_bases(const LinearLayout& first, const LinearLayout& second,
                          std::size_t most_places) const {
  // Puts both layouts on extents that hold either, so that coordinates become the same numbers.
  Shape shape = first.shape();
  for (int d = 0; d < shape.rank(); ++d) shape[d] = std::max(shape[d], second.shape()[d]);
  const auto number = [&](const Coordinate& coordinate) {
    Bits element = 0;
    for (int d = 0; d < shape.rank(); ++d) {
      element = element << std::countr_zero(static_cast<Bits>(shape[d])) |
                static_cast<Bits>(coordinate[d]);
    }
    return element;
  };
  const auto moved = [&](const LinearLayout& layout, Index index) {
    std::vector<Bits> numbers;
    for (const Coordinate& basis : layout.bases(index)) numbers.push_back(number(basis));
    return numbers;
  };
  const BitSpan first_thread = all_of(moved(first, Index::reg));
  const BitSpan second_thread = all_of(moved(second, Index::reg));
  bool same_threads = first_thread.rank() == second_thread.rank();
  for (Bits vector : second_thread.basis()) {
    same_threads = same_threads && first_thread.reduced(vector) == 0;
  }
  // For each bit that both layouts have, the xor of its two bases. Both hold the same element
  // exactly at the places for which these add up to 0.
  BitSpan apart;
  int bits = 0;
  for (Index index : {Index::reg, Index::lane, Index::warp, Index::block}) {
    if (index == Index::reg && compare_ == Compare::threads) continue;
    const std::vector<Bits> a = moved(first, index);
    const std::vector<Bits> b = moved(second, index);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i, ++bits) {
      apart.add(compare_ == Compare::threads ? first_thread.reduced(a[i] ^ b[i]) : a[i] ^ b[i]);
    }
  }
  const bool comparable = compare_ == Compare::places || same_threads;
  const Int alike = comparable ? count(both_) >> apart.rank() : 0;
  Difference difference;
  difference.count = count(first_bounds_) + count(second_bounds_) - count(both_) - alike;
  // The first place that differs has a single bit. No place before it differs, and at least half of
  // the places after it do.
  constexpr int most_steps = 1 << 16;
  Place start;
  if (difference.count > 0 && comparable) {
    bool found = false;
    const auto try_bits = [&](Int Place::*index, Int bound) {
      for (Int i = 1; i < bound && !found; i *= 2) {
        Place place;
        place.*index = i;
        Difference one;
        found = look(place, 0, &one);
        if (found) start = place;
      }
    };
    try_bits(&Place::reg, either_.registers);
    try_bits(&Place::lane, either_.lanes);
    try_bits(&Place::warp, either_.warps);
    try_bits(&Place::block, either_.blocks);
  }
  for (int step = 0; step < most_steps && difference.places.size() < most_places &&
                     static_cast<Int>(difference.places.size()) < difference.count;
       ++step) {
    look(start, most_places, &difference);
    if (!advance(either_, &start)) break;
  }
  return difference;
}

}  // namespace

std::optional<Difference> difference(const Layout& first, const Layout& second, Compare compare,
                                     std::size_t most_places) {
  const Pair pair(first, second, compare);
  const auto a = first.linear();
  const auto b = second.linear();
  if (!a || !b || a->shape().rank() != b->shape().rank()) return pair.by_looking(most_places);
  return pair.by_bases(*a, *b, most_places);
}

namespace {

std::vector<Coordinate> element_at(const SharedLayout& layout, Int block, Int offset) {
  if (block >= layout.blocks() || offset >= layout.size()) return {};
  const auto number = layout.number(offset);
  if (!number) return {};
  return {layout.numbers().coordinate(Place{.block = block, .reg = *number})};
}

}  // namespace

std::optional<Difference> difference(const SharedLayout& first, const SharedLayout& second,
                                     std::size_t most_places) {
  if (first.paddings() == second.paddings()) {
    auto found = difference(first.numbers(), second.numbers(), Compare::places, most_places);
    if (!found) return std::nullopt;
    for (DifferentPlace& at : found->places) at.place.reg = first.offset(at.place.reg);
    return found;
  }
  const Int blocks = std::max(first.blocks(), second.blocks());
  const Int size = std::max(first.size(), second.size());
  if (size > most_compared / blocks) return std::nullopt;
  Difference found;
  for (Int block = 0; block < blocks; ++block) {
    for (Int offset = 0; offset < size; ++offset) {
      DifferentPlace at{.place = {.block = block, .reg = offset},
                        .first = element_at(first, block, offset),
                        .second = element_at(second, block, offset)};
      if (at.first == at.second) continue;
      ++found.count;
      if (found.places.size() < most_places) found.places.push_back(std::move(at));
    }
  }
  return found;
}

}  // namespace layoutq
