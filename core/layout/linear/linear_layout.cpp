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

/// Calls visit(i) for each bit that is set.
template <class Visit>
void each_bit(Bits bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
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
                           const Bases& warp, const Bases& block, std::optional<int> block_bits)
    : shape_(shape), shifts_(element_shifts(shape)), block_bits_(block_bits) {
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

Int LinearLayout::copies(Index index) const {
  const Bits bits = bits_below(bits_of(index)) << shift_of(index);
  const auto leading_here = [&](Bits vector) { return (std::bit_floor(vector) & bits) != 0; };
  return Int{1} << std::count_if(kernel_.begin(), kernel_.end(), leading_here);
}

namespace {

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

}  // namespace

bool LinearLayout::meets(const Region& region) const {
  std::vector<Bounded> numbers;
  const auto add_index = [&](Index index, Range range) {
    Bounded number{{}, range};
    for (int i = 0; i < bits_of(index); ++i) number.masks.push_back(bit(shift_of(index) + i));
    numbers.push_back(std::move(number));
  };
  add_index(Index::block, region.block);
  add_index(Index::warp, region.warp);
  add_index(Index::lane, region.lane);
  add_index(Index::reg, region.reg);
  for (int d = 0; d < shape_.rank(); ++d) {
    Bounded number{{}, region.box[static_cast<std::size_t>(d)]};
    each_bit(along(d), [&](int element_bit) {
      Bits mask = 0;
      for (std::size_t i = 0; i < bases_.size(); ++i) {
        if (bases_[i] & bit(element_bit)) mask |= bit(static_cast<int>(i));
      }
      number.masks.push_back(mask);
    });
    numbers.push_back(std::move(number));
  }
  return solvable({}, numbers, 0);
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
  std::optional<int> block_bits = block_bits_;
  for (Index index : indices) {
    Bases all = bases(index);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].erase(d);
      const bool moves = std::any_of(all[i].begin(), all[i].end(), [](Int x) { return x != 0; });
      if (index == Index::reg && !moves) {
        if (block_bits_ && static_cast<int>(i) < *block_bits_) --*block_bits;
        continue;
      }
      left[field(index)].push_back(all[i]);
    }
  }
  return {shape, left[0], left[1], left[2], left[3], block_bits};
}

BitSpan LinearLayout::span(int place_bits, Bits mask) const {
  BitSpan span;
  for (int i = 0; i < place_bits; ++i) span.add(basis(i) & mask);
  return span;
}

Int LinearLayout::positions(int d) const { return Int{1} << span(counts_[0], along(d)).rank(); }

Int LinearLayout::results(int d) const { return Int{1} << span(counts_[0], ~along(d)).rank(); }

Int LinearLayout::position_sets(int d, Index index) const {
  const int below = shift_of(index);
  return Int{1} << (span(below + bits_of(index), along(d)).rank() - span(below, along(d)).rank());
}

Tiling LinearLayout::tiling(int d) const {
  // The bits that each index moves along the dimension, and the highest bit that lanes and warps
  // move.
  const auto moved = [&](Index index) {
    BitSpan span;
    for (int i = 0; i < bits_of(index); ++i) span.add(basis(shift_of(index) + i) & along(d));
    return span.rank();
  };
  Bits reach = 0;
  for (int i = counts_[0]; i < shift_of(Index::block); ++i) reach |= basis(i) & along(d);
  BitSpan all;
  BitSpan block;
  for (int i = 0; i < counts_[0]; ++i) {
    const Bits moves = basis(i) & along(d);
    all.add(moves);
    // Without a thread tile, a register that moves further than lanes and warps is a repetition.
    if (block_bits_ ? i < *block_bits_ : reach == 0 || moves <= std::bit_floor(reach)) {
      block.add(moves);
    }
  }
  Tiling tiling{.shape = shape_[d],
                .size_per_thread = Int{1} << block.rank(),
                .threads_per_warp = Int{1} << moved(Index::lane),
                .warps_per_cta = Int{1} << moved(Index::warp),
                .reps = Int{1} << (all.rank() - block.rank()),
                .registers = Int{1} << all.rank()};
  tiling.tile = tiling.size_per_thread * tiling.threads_per_warp * tiling.warps_per_cta;
  const Int places = tiling.reps * tiling.tile << moved(Index::block);
  tiling.copies = ceil_div(places, tiling.shape);
  return tiling;
}

Range LinearLayout::repetition(Int i) const {
  const Int size = registers() / repetitions();
  return {i * size, (i + 1) * size};
}

Int LinearLayout::distinct_registers() const { return Int{1} << span(counts_[0], ~Bits{0}).rank(); }

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

Int LinearLayout::vector_registers(int d, Int most) const {
  int bits = 0;
  const Bits unit = bit(shifts_[static_cast<std::size_t>(d)]);
  const auto only_these_move = [&](int vector_bits) {
    for (int i = 0; i < static_cast<int>(bases_.size()); ++i) {
      const Bits moves = basis(i) & (unit * bits_below(vector_bits)) & along(d);
      if (i < vector_bits ? basis(i) != unit << i : moves != 0) return false;
    }
    return true;
  };
  for (int more = 1; more <= counts_[0] && Int{1} << more <= most && Int{1} << more <= shape_[d];
       ++more) {
    if (only_these_move(more)) bits = more;
  }
  return Int{1} << bits;
}

std::optional<std::vector<std::vector<Strand>>> LinearLayout::strands(const BitSpan& span,
                                                                      Bits first) const {
  Bits free = 0;
  for (Bits vector : span.basis()) {
    // A basis that moves in several dimensions at once is not a product over dimensions.
    if (!std::has_single_bit(vector)) return std::nullopt;
    free |= vector;
  }
  const Coordinate from = coordinate(first & ~free);
  std::vector<std::vector<Strand>> dimensions;
  for (int d = 0; d < shape_.rank(); ++d) {
    Bits bits = (free & along(d)) >> shifts_[static_cast<std::size_t>(d)];
    // The lowest bits form the run, the next consecutive bits its steps; every other combination of
    // bits is a strand of its own.
    const int run = std::countr_one(bits);
    bits >>= run;
    const int gap = bits == 0 ? 0 : std::countr_zero(bits);
    const int count = std::countr_one(bits >> gap);
    const int step = run + gap;
    const Bits rest = bits >> (gap + count) << (step + count);
    constexpr int most_bits = 12;
    if (std::popcount(rest) > most_bits) return std::nullopt;
    std::vector<Strand> strands;
    Bits further = 0;
    do {
      strands.push_back({.first = from[d] + static_cast<Int>(further),
                         .run = Int{1} << run,
                         .step = count == 0 ? 1 : Int{1} << step,
                         .count = Int{1} << count});
      further = (further - rest) & rest;  // the next subset of the rest
    } while (further != 0);
    dimensions.push_back(std::move(strands));
  }
  return dimensions;
}

std::optional<std::vector<std::vector<Strand>>> LinearLayout::strands(const Place& first,
                                                                      Int registers) const {
  assert(std::has_single_bit(static_cast<Bits>(registers)) && first.reg % registers == 0);
  BitSpan span;
  for (int i = 0; i < log2_of(registers); ++i) span.add(basis(i));
  for (int i = 0; i < bits_of(Index::lane); ++i) span.add(basis(shift_of(Index::lane) + i));
  Place lane_0 = first;
  lane_0.lane = 0;
  return strands(span, element(number(lane_0)));
}

std::optional<std::vector<std::vector<Strand>>> LinearLayout::block_strands(Int block) const {
  return strands(span(shift_of(Index::block), ~Bits{0}), element(number(Place{.block = block})));
}

}  // namespace layoutq
