#include "core/questions/footprint.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

namespace layoutq {

namespace {

std::optional<Footprint> of_warp(const TiledLayout& layout, const Place& first, Int registers) {
  const Splits from = layout.split(first);
  const Splits to = layout.split({first.block, first.warp, first.lane, first.reg + registers - 1});
  Footprint dimensions;
  for (std::size_t a = 0; a < layout.axes().size(); ++a) {
    if (layout.axes()[a].dropped) continue;
    const Int start = layout.axes()[a].position(from[a]);
    auto strands = layout.axes()[a].strands(start, layout.axes()[a].position(to[a]) - start + 1);
    if (!strands) return std::nullopt;
    dimensions.push_back(std::move(*strands));
  }
  return dimensions;
}

std::optional<Footprint> of_block(const TiledLayout& layout, Int) {
  Footprint whole;
  for (Int extent : layout.shape()) whole.push_back({Strand{.first = 0, .run = extent}});
  return whole;
}

/// Returns the elements that differ from `first` by a vector of the span.
std::optional<Footprint> footprint(const LinearLayout& layout, const BitSpan& span, Bits first) {
  Bits free = 0;
  for (Bits vector : span.basis()) {
    // A basis that moves in several dimensions at once is not a product over dimensions.
    if (!std::has_single_bit(vector)) return std::nullopt;
    free |= vector;
  }
  const Coordinate from = layout.coordinate(first & ~free);
  Footprint dimensions;
  for (int d = 0; d < layout.shape().rank(); ++d) {
    Bits bits = (free & layout.along(d)) >> layout.shift_of(d);
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

std::optional<Footprint> of_warp(const LinearLayout& layout, const Place& first, Int registers) {
  assert(std::has_single_bit(static_cast<Bits>(registers)) && first.reg % registers == 0);
  BitSpan span;
  for (int i = 0; i < log2_of(registers); ++i) span.add(layout.basis(i));
  for (int i = 0; i < layout.bits_of(Index::lane); ++i)
    span.add(layout.basis(layout.shift_of(Index::lane) + i));
  Place lane_0 = first;
  lane_0.lane = 0;
  return footprint(layout, span, layout.element(layout.number(lane_0)));
}

std::optional<Footprint> of_block(const LinearLayout& layout, Int block) {
  return footprint(layout, layout.span(0, layout.shift_of(Index::block)),
                   layout.element(layout.number(Place{.block = block})));
}

Int contiguous(const TiledLayout& layout, int d, Int most) {
  // The register number moves first along the fastest axis that has several elements or, if there
  // is none, several repetitions.
  const auto fastest = [&](auto has_several) -> std::optional<std::size_t> {
    for (std::size_t a : layout.order()) {
      if (has_several(layout.axes()[a])) return a;
    }
    return std::nullopt;
  };
  const auto by_element = fastest([](const Axis& axis) { return axis.elements_in(0) > 1; });
  const auto by_repetition = fastest([](const Axis& axis) { return axis.repetitions > 1; });
  const auto moving = by_element ? by_element : by_repetition;
  if (!moving || layout.dimension(*moving) != d) return 1;
  const Axis& axis = layout.axes()[*moving];
  // Repetitions continue the elements if no lane, warp or other axis comes between.
  const bool alone =
      std::all_of(layout.axes().begin(), layout.axes().end(),
                  [&](const Axis& other) { return &other == &axis || other.elements_in(0) == 1; });
  const bool through = alone && by_repetition == moving && axis.tile() == axis.elements;

  // V must divide all of these. As V is a power of two, their greatest common divisor decides.
  Int common = layout.registers();
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

Int contiguous(const LinearLayout& layout, int d, Int most) {
  int bits = 0;
  const Bits unit = bit(layout.shift_of(d));
  const auto only_these_move = [&](int vector_bits) {
    for (int i = 0; i < layout.place_bits(); ++i) {
      const Bits moves = layout.basis(i) & (unit * bits_below(vector_bits)) & layout.along(d);
      if (i < vector_bits ? layout.basis(i) != unit << i : moves != 0) return false;
    }
    return true;
  };
  for (int more = 1; more <= layout.bits_of(Index::reg) && Int{1} << more <= most &&
                     Int{1} << more <= layout.shape()[d];
       ++more) {
    if (only_these_move(more)) bits = more;
  }
  return Int{1} << bits;
}

}  // namespace

std::optional<Footprint> warp_footprint(const Layout& layout, const Place& first, Int registers) {
  return layout.visit(
      [&](const auto& arithmetic) { return of_warp(arithmetic, first, registers); });
}

std::optional<Footprint> block_footprint(const Layout& layout, Int block) {
  return layout.visit([&](const auto& arithmetic) { return of_block(arithmetic, block); });
}

Int contiguous_registers(const Layout& layout, int d, Int most) {
  return layout.visit([&](const auto& arithmetic) { return contiguous(arithmetic, d, most); });
}

}  // namespace layoutq
