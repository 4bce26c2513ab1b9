#include "core/layout/linear/linear_layout.h"

#include <algorithm>
#include <cassert>

namespace layoutq {

namespace {

/// Returns the position of each dimension's lowest bit in an element's number.
std::array<int, max_rank> element_shifts(const Shape& shape) {
  std::array<int, max_rank> shifts{};
  int shift = 0;
  for (int d = shape.rank() - 1; d >= 0; --d) {
    shifts[static_cast<std::size_t>(d)] = shift;
    shift += log2_of(shape[d]);
  }
  return shifts;
}

Bits element_number(const std::array<int, max_rank>& shifts, const Coordinate& coordinate) {
  Bits number = 0;
  for (int d = 0; d < coordinate.rank(); ++d) {
    number |= static_cast<Bits>(coordinate[d]) << shifts[static_cast<std::size_t>(d)];
  }
  return number;
}

constexpr Index indices[] = {Index::reg, Index::lane, Index::warp, Index::block};

}  // namespace

bool surjective(const Shape& shape, const std::vector<const Bases*>& bases) {
  std::size_t element_bits = 0;
  for (Int extent : shape) element_bits += static_cast<std::size_t>(log2_of(extent));
  std::size_t place_bits = 0;
  for (const Bases* part : bases) place_bits += part->size();
  // Fewer bases than bits cannot reach every element, and more than 62 do not fit a number.
  constexpr std::size_t most_bits = 62;
  if (place_bits < element_bits || element_bits > most_bits) return false;
  const auto shifts = element_shifts(shape);
  BitSpan reached;
  for (const Bases* part : bases) {
    for (const Coordinate& coordinate : *part) reached.add(element_number(shifts, coordinate));
  }
  return static_cast<std::size_t>(reached.rank()) == element_bits;
}

LinearLayout::LinearLayout(const Shape& shape, const Bases& reg, const Bases& lane,
                           const Bases& warp, const Bases& block,
                           std::optional<int> thread_tile_bits)
    : shape_(shape), shifts_(element_shifts(shape)), thread_tile_bits_(thread_tile_bits) {
  for (const Bases* part : {&reg, &lane, &warp, &block}) {
    counts_[static_cast<std::size_t>(part == &reg    ? 0
                                     : part == &lane ? 1
                                     : part == &warp ? 2
                                                     : 3)] = static_cast<int>(part->size());
    for (const Coordinate& coordinate : *part) {
      bases_.push_back(element_number(shifts_, coordinate));
    }
  }
  // Solves the system from the lowest bit of a place up. If lower bits can make the same move as a
  // bit, that bit leads a kernel vector. The other bits make up the smallest places.
  struct Reached {
    Bits element;
    Bits place;
  };
  std::vector<Reached> reached;  // in reduced echelon form
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    Reached next{bases_[i], bit(static_cast<int>(i))};
    for (const Reached& other : reached) {
      if ((next.element & std::bit_floor(other.element)) == 0) continue;
      next.element ^= other.element;
      next.place ^= other.place;
    }
    if (next.element == 0) {
      kernel_.push_back(next.place);
      continue;
    }
    for (Reached& other : reached) {
      if ((other.element & std::bit_floor(next.element)) == 0) continue;
      other.element ^= next.element;
      other.place ^= next.place;
    }
    reached.push_back(next);
  }
  // The bases reach all elements, so each of these is a single bit.
  inverse_.resize(reached.size());
  for (const Reached& one : reached) {
    assert(std::has_single_bit(one.element));
    inverse_[static_cast<std::size_t>(std::countr_zero(one.element))] = one.place;
  }
}

int LinearLayout::shift_of(Index index) const {
  int shift = 0;
  for (std::size_t i = 0; i < field(index); ++i) shift += counts_[i];
  return shift;
}

Bits LinearLayout::number(const Place& place) const {
  Bits number = static_cast<Bits>(place.block);
  number = number << counts_[2] | static_cast<Bits>(place.warp);
  number = number << counts_[1] | static_cast<Bits>(place.lane);
  return number << counts_[0] | static_cast<Bits>(place.reg);
}

Place LinearLayout::place(Bits number) const {
  const auto part = [&](Index index) {
    return static_cast<Int>(number >> shift_of(index) & bits_below(bits_of(index)));
  };
  return {part(Index::block), part(Index::warp), part(Index::lane), part(Index::reg)};
}

Bits LinearLayout::number(const Coordinate& coordinate) const {
  return element_number(shifts_, coordinate);
}

Coordinate LinearLayout::coordinate(Bits element) const {
  Coordinate coordinate;
  for (int d = 0; d < shape_.rank(); ++d) {
    coordinate.push_back(static_cast<Int>(element >> shifts_[static_cast<std::size_t>(d)]) &
                         (shape_[d] - 1));
  }
  return coordinate;
}

Bits LinearLayout::element(Bits place) const {
  Bits element = 0;
  each_bit(place, [&](int i) { element ^= bases_[static_cast<std::size_t>(i)]; });
  return element;
}

Bits LinearLayout::first_place(Bits element) const {
  Bits place = 0;
  each_bit(element, [&](int i) { place ^= inverse_[static_cast<std::size_t>(i)]; });
  return place;
}

Bits LinearLayout::along(int d) const {
  return static_cast<Bits>(shape_[d] - 1) << shifts_[static_cast<std::size_t>(d)];
}

Bases LinearLayout::bases(Index index) const {
  Bases bases;
  for (int i = 0; i < bits_of(index); ++i) {
    bases.push_back(coordinate(basis(shift_of(index) + i)));
  }
  return bases;
}

namespace {

/// Returns how many of the low bits move by 1, 2, 4, … times one bit, within `field`.
int running_bits(const std::vector<Bits>& bases, int most, Bits field) {
  if (most == 0 || !std::has_single_bit(bases[0])) return 0;
  int running = 1;
  while (running < most && bases[static_cast<std::size_t>(running)] == bases[0] << running &&
         (bases[static_cast<std::size_t>(running)] & field) != 0) {
    ++running;
  }
  return running;
}

}  // namespace

Run LinearLayout::registers_from(const Place& place) const {
  Run run{.element = coordinate(place), .place = place, .place_step = {.reg = 1}, .length = 1};
  if (counts_[0] == 0 || !std::has_single_bit(bases_[0])) return run;
  while ((along(run.dimension) & bases_[0]) == 0) ++run.dimension;
  int bits = running_bits(bases_, counts_[0], along(run.dimension));
  // If the rest of the place moves the same bits, counting up is not an addition.
  const Bits rest = element(number(place) & ~bits_below(bits));
  while (bits > 0 && (rest & (bases_[0] * bits_below(bits))) != 0) --bits;
  if (bits == 0) return run;
  const Int length = Int{1} << bits;
  run.element_step =
      static_cast<Int>(bases_[0] >> shifts_[static_cast<std::size_t>(run.dimension)]);
  run.length = length - (place.reg & (length - 1));
  return run;
}

LinearLayout LinearLayout::without(int d) const {
  assert(shape_[d] == 1 && shape_.rank() > 1);
  Shape shape = shape_;
  shape.erase(d);
  std::array<Bases, 4> left;
  std::optional<int> thread_tile_bits = thread_tile_bits_;
  for (Index index : indices) {
    Bases all = bases(index);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].erase(d);
      const bool moves = std::any_of(all[i].begin(), all[i].end(), [](Int x) { return x != 0; });
      if (index == Index::reg && !moves) {
        if (thread_tile_bits_ && static_cast<int>(i) < *thread_tile_bits_) --*thread_tile_bits;
        continue;
      }
      left[field(index)].push_back(all[i]);
    }
  }
  return {shape, left[0], left[1], left[2], left[3], thread_tile_bits};
}

Range LinearLayout::repetition(Int i) const {
  const Int size = registers() / repetitions();
  return {i * size, (i + 1) * size};
}

Int LinearLayout::distinct_registers() const { return Int{1} << span(0, counts_[0]).rank(); }

Int LinearLayout::distinct_register(Int i) const {
  // The register bits that lead no kernel vector are, from the lowest up, the bits of i.
  Bits reg = 0;
  BitSpan below;
  for (int b = 0; b < counts_[0]; ++b) {
    if (!below.add(basis(b))) continue;
    reg |= (static_cast<Bits>(i) & 1) << b;
    i >>= 1;
  }
  return static_cast<Int>(reg);
}

BitSpan LinearLayout::span(int low, int high, Bits mask) const {
  BitSpan span;
  for (int i = low; i < high; ++i) span.add(basis(i) & mask);
  return span;
}

}  // namespace layoutq
