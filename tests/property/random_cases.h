#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <sstream>
#include <string>

#include "core/kinds/description.h"
#include "core/layout/walk.h"
#include "core/questions/memory.h"
#include "tests/property/brute_force.h"

/// Makes random layouts, selections and memories, the same on every machine.
namespace layoutq {

using brute_force::Numbers;

/// A source of random numbers. It avoids std::uniform_int_distribution, whose numbers differ
/// between standard libraries.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  /// Takes numbers from the bytes while they last: one byte for a small number, up to four for a
  /// large one.
  explicit Random(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  Int below(Int count) {
    if (bytes_.empty()) return static_cast<Int>(engine_()) % count;
    Int number = 0;
    for (Int range = 1; range < count && range < Int{1} << 32 && !bytes_.empty(); range <<= 8) {
      number = number << 8 | bytes_.front();
      bytes_ = bytes_.subspan(1);
    }
    return number % count;
  }
  Int between(Int low, Int high) { return low + below(high - low + 1); }
  bool one_in(Int count) { return below(count) == 0; }

  /// Returns a part of 0 … count − 1 that is not empty: often all of it, or a single number.
  Range range(Int count) {
    if (one_in(3)) return {0, count};
    const Int low = below(count);
    return {low, one_in(2) ? low + 1 : between(low + 1, count)};
  }

  template <class Values>
  void shuffle(Values* values) {
    for (std::size_t i = values->size(); i > 1; --i) {
      std::swap((*values)[i - 1], (*values)[static_cast<std::size_t>(below(static_cast<Int>(i)))]);
    }
  }

 private:
  std::mt19937 engine_;
  std::span<const std::uint8_t> bytes_;
};

inline Numbers numbers(const Dims& dims) { return {dims.begin(), dims.end()}; }

inline Dims dims(const Numbers& values) {
  Dims all;
  for (Int value : values) all.push_back(value);
  return all;
}

inline std::string text(Int value) { return std::to_string(value); }
inline std::string text(const Place& place) {
  return "b" + text(place.block) + " w" + text(place.warp) + " l" + text(place.lane) + " r" +
         text(place.reg);
}
inline std::string text(const Range& range) { return text(range.low) + ":" + text(range.high); }
template <class A, class B>
std::string text(const std::pair<A, B>& pair);
template <class Value>
std::string text(const std::vector<Value>& values) {
  std::string all;
  for (const Value& value : values) all += (all.empty() ? "" : ",") + text(value);
  return "(" + all + ")";
}
template <class A, class B>
std::string text(const std::pair<A, B>& pair) {
  return text(pair.first) + " at " + text(pair.second);
}
inline std::string text(const Dims& values) { return text(numbers(values)); }
inline std::string text(const Region& region, int rank) {
  std::string all = "blocks " + text(region.block) + " warps " + text(region.warp) + " lanes " +
                    text(region.lane) + " registers " + text(region.reg) + " box";
  for (int d = 0; d < rank; ++d) all += " " + text(region.box[static_cast<std::size_t>(d)]);
  return all;
}
inline std::string text(const Selection& selection, int rank) {
  std::string all;
  for (const Region& region : selection.regions) all += "[" + text(region, rank) + "]";
  return all;
}
inline std::string text(const Memory& memory) {
  return "element_bytes " + text(memory.element_bytes) + " strides " + text(memory.strides) +
         " offset_bytes " + text(memory.offset_bytes);
}
inline std::string text(const brute_force::Parameters& p) {
  return "size_per_thread " + text(p.size_per_thread) + " threads_per_warp " +
         text(p.threads_per_warp) + " warps_per_cta " + text(p.warps_per_cta) + " order " +
         text(p.order) + " slices " + text(p.dropped) + " shape " + text(p.shape);
}
inline std::string text(const brute_force::BasesParameters& p) {
  return "register " + text(p.reg) + " lane " + text(p.lane) + " warp " + text(p.warp) + " block " +
         text(p.block) + " thread_tile_bits " + text(p.thread_tile_bits) + " shape " +
         text(p.shape);
}

/// Checks that two values of a type that `text` takes are equal.
#define CHECK_SAME(got, expected) \
  CHECK_MESSAGE((got) == (expected), "got " << text(got) << "\nexpected " << text(expected))

/// A layout, and the enumeration of its places by the formulas.
struct Case {
  std::string name;
  brute_force::Enumeration all;
  Layout layout;
  bool powers_of_two = false;

  const brute_force::Warp& warp(Int block, Int warp_of_block) const {
    return all.element[static_cast<std::size_t>(block)][static_cast<std::size_t>(warp_of_block)];
  }
  const Numbers& element(const Place& place) const {
    return warp(
        place.block,
        place.warp)[static_cast<std::size_t>(place.lane)][static_cast<std::size_t>(place.reg)];
  }
  /// Calls visit(place) for each place, ordered by block, warp, lane and register.
  template <class Visit>
  void each_place(Visit visit) const {
    for (Int block = 0; block < all.blocks(); ++block) {
      for (Int warp_of_block = 0; warp_of_block < all.warps; ++warp_of_block) {
        for (Int lane = 0; lane < all.lanes; ++lane) {
          for (Int reg = 0; reg < all.registers; ++reg) {
            visit(Place{block, warp_of_block, lane, reg});
          }
        }
      }
    }
  }
  /// Calls visit(elements) with the elements of each thread, ordered by register.
  template <class Visit>
  void each_thread(Visit visit) const {
    for (const brute_force::Cta& cta : all.element) {
      for (const brute_force::Warp& each : cta) {
        for (const brute_force::Lane& lane : each) visit(lane);
      }
    }
  }
  /// Calls visit(element) for each element, in row-major order.
  template <class Visit>
  void each_element(Visit visit) const {
    Numbers element(all.shape.size(), 0);
    for (std::size_t d = 0; d < element.size();) {
      visit(std::as_const(element));
      for (d = element.size() - 1; d < element.size() && ++element[d] == all.shape[d]; --d) {
        element[d] = 0;
      }
    }
  }
};

inline Layout build_layout(const brute_force::Parameters& p) {
  Description description{Blocked{dims(p.size_per_thread), dims(p.threads_per_warp),
                                  dims(p.warps_per_cta), dims(p.order)}};
  REQUIRE(
      !problem_of(std::get<Blocked>(description.kind), brute_force::product(p.threads_per_warp)));
  for (Int dim : p.dropped) {
    auto parent = std::make_shared<const Description>(std::move(description));
    description = Description{Slice{static_cast<int>(dim), std::move(parent)}};
  }
  REQUIRE(!problem_of(description, dims(p.shape)));
  return build(description, dims(p.shape));
}

/// Makes parameters of a blocked layout with at most `most_places` places.
inline brute_force::Parameters random_parameters(Random* random, bool powers_of_two,
                                                 Int most_places) {
  const auto size = [&](Int greatest) {
    if (random->one_in(3)) return Int{1};
    if (powers_of_two) return Int{1} << random->below(4);
    return random->between(1, greatest);
  };
  for (;;) {
    brute_force::Parameters p;
    const auto rank = static_cast<std::size_t>(random->between(1, 4));
    const bool small = random->one_in(8);  // many copies of few elements
    Numbers shape;
    Int places = 1;
    for (std::size_t d = 0; d < rank; ++d) {
      p.size_per_thread.push_back(size(7));
      p.threads_per_warp.push_back(size(7));
      p.warps_per_cta.push_back(size(4));
      p.order.push_back(static_cast<Int>(d));
      const Int tile = p.size_per_thread[d] * p.threads_per_warp[d] * p.warps_per_cta[d];
      if (small) {
        shape.push_back(random->between(1, 2));
      } else if (powers_of_two) {
        shape.push_back(std::max<Int>(1, (tile << 2) >> random->below(6)));
      } else {
        shape.push_back(random->one_in(2) ? random->between(1, tile)
                                          : random->between(tile, 3 * tile + 1));
      }
    }
    random->shuffle(&p.order);
    if (rank > 1 && random->one_in(2)) {
      Numbers parent(rank);  // the dimensions of `shape` that are left
      for (std::size_t d = 0; d < rank; ++d) parent[d] = static_cast<Int>(d);
      const Int slices = random->between(1, static_cast<Int>(rank) - 1);
      for (Int i = 0; i < slices; ++i) {
        const Int dim = random->below(static_cast<Int>(parent.size()));
        p.dropped.push_back(dim);
        shape[static_cast<std::size_t>(parent[static_cast<std::size_t>(dim)])] = 1;
        parent.erase(parent.begin() + dim);
      }
      for (Int d : parent) p.shape.push_back(shape[static_cast<std::size_t>(d)]);
    } else {
      p.shape = shape;
    }
    for (std::size_t d = 0; d < rank && places <= most_places; ++d) {
      const Int tile = p.size_per_thread[d] * p.threads_per_warp[d] * p.warps_per_cta[d];
      places *= (shape[d] + tile - 1) / tile * tile;
    }
    if (places <= most_places) return p;
  }
}

inline Bases bases(const std::vector<Numbers>& all) {
  Bases each;
  for (const Numbers& basis : all) each.push_back(dims(basis));
  return each;
}

/// Makes bases that reach every element of a small tensor. A basis has one bit or several; some are
/// equal, and some are 0.
inline brute_force::BasesParameters random_bases(Random* random, Int most_places) {
  for (;;) {
    brute_force::BasesParameters p;
    int element_bits = 0;
    std::vector<int> extent_bits;
    for (Int d = random->between(1, 3); d > 0; --d) {
      const int bits = static_cast<int>(random->below(4));
      extent_bits.push_back(bits);
      element_bits += bits;
      p.shape.push_back(Int{1} << bits);
    }
    std::vector<Int> moves;  // elements in row-major order
    for (int i = 0; i < element_bits; ++i) moves.push_back(Int{1} << i);
    // Adding one to another leaves them independent.
    for (Int mixes = random->one_in(2) ? 0 : random->below(3 * element_bits + 1); mixes > 0;
         --mixes) {
      const auto into = static_cast<std::size_t>(random->below(element_bits));
      const auto other = static_cast<std::size_t>(random->below(element_bits));
      if (into != other) moves[into] ^= moves[other];
    }
    for (Int more = random->below(5); more > 0; --more) {
      moves.push_back(random->one_in(2) ? 0 : random->below(Int{1} << element_bits));
    }
    if (Int{1} << moves.size() > most_places) continue;
    random->shuffle(&moves);
    std::vector<std::vector<Numbers>*> indices{&p.reg, &p.lane, &p.warp, &p.reg, &p.lane};
    if (random->one_in(3)) indices.push_back(&p.block);
    for (Int move : moves) {
      Numbers basis(p.shape.size(), 0);
      for (std::size_t d = basis.size(); d-- > 0; move >>= extent_bits[d]) {
        basis[d] = move % p.shape[d];
      }
      indices[static_cast<std::size_t>(random->below(static_cast<Int>(indices.size())))]->push_back(
          basis);
    }
    p.thread_tile_bits = random->one_in(2) ? static_cast<Int>(p.reg.size())
                                           : random->below(static_cast<Int>(p.reg.size()) + 1);
    return p;
  }
}

inline Layout build_layout(const brute_force::BasesParameters& p) {
  const auto thread_tile_bits = static_cast<std::size_t>(p.thread_tile_bits);
  return LinearLayout(dims(p.shape), bases(p.reg), bases(p.lane), bases(p.warp), bases(p.block),
                      thread_tile_bits < p.reg.size()
                          ? std::optional(static_cast<int>(thread_tile_bits))
                          : std::nullopt);
}

/// Builds the same layout by dropping a dimension of extent 1 from one that also has a register
/// that moves nothing.
inline Layout build_sliced(brute_force::BasesParameters p, Random* random) {
  const Int d = random->below(static_cast<Int>(p.shape.size()) + 1);
  p.shape.insert(p.shape.begin() + d, 1);
  for (auto* all : {&p.reg, &p.lane, &p.warp, &p.block}) {
    for (Numbers& basis : *all) basis.insert(basis.begin() + d, 0);
  }
  const Int at = random->below(static_cast<Int>(p.reg.size()) + 1);
  p.reg.insert(p.reg.begin() + at, Numbers(p.shape.size(), 0));
  if (at <= p.thread_tile_bits) ++p.thread_tile_bits;
  return build_layout(p).without(static_cast<int>(d));
}

/// Returns a similar layout: bases are exchanged or added to each other, and one may be added.
inline brute_force::BasesParameters altered(brute_force::BasesParameters p, Random* random) {
  std::vector<std::vector<Numbers>*> indices{&p.reg, &p.lane, &p.warp, &p.block};
  const auto any = [&] { return indices[static_cast<std::size_t>(random->below(4))]; };
  const auto any_of = [&](std::vector<Numbers>* all) -> Numbers& {
    return (*all)[static_cast<std::size_t>(random->below(std::ssize(*all)))];
  };
  for (Int changes = random->below(3); changes > 0; --changes) {
    std::vector<Numbers>* one = any();
    std::vector<Numbers>* other = random->one_in(2) ? one : any();
    if (random->one_in(4)) one->push_back(Numbers(p.shape.size(), 0));
    if (one->empty() || other->empty()) continue;
    Numbers& changed = any_of(one);
    Numbers& with = any_of(other);
    if (&changed == &with) continue;
    if (random->one_in(2)) {
      std::swap(changed, with);
    } else {
      for (std::size_t d = 0; d < changed.size(); ++d) changed[d] ^= with[d];
    }
  }
  p.thread_tile_bits = std::ssize(p.reg);
  return p;
}

inline Case case_of(const brute_force::BasesParameters& p) {
  return {text(p), brute_force::enumerate(p), build_layout(p), true};
}

/// True if they have the same numbers of lanes, warps and blocks.
inline bool same_threads(const brute_force::BasesParameters& a,
                         const brute_force::BasesParameters& b) {
  return a.lane.size() == b.lane.size() && a.warp.size() == b.warp.size() &&
         a.block.size() == b.block.size();
}

inline Case random_case_by_bases(Random* random, Int most_places) {
  auto p = random_bases(random, most_places);
  const bool sliced = random->one_in(4);
  if (sliced) {
    // It must have no such registers itself, because they would be dropped as well.
    for (std::size_t i = p.reg.size(); i-- > 0;) {
      if (p.reg[i] != Numbers(p.shape.size(), 0)) continue;
      p.reg.erase(p.reg.begin() + static_cast<std::ptrdiff_t>(i));
      if (static_cast<Int>(i) < p.thread_tile_bits) --p.thread_tile_bits;
    }
  }
  return {(sliced ? "slice " : "") + text(p), brute_force::enumerate(p),
          sliced ? build_sliced(p, random) : build_layout(p), true};
}

/// Makes a layout of sort `which`: 0 a tile of powers of two, 1 a tile of any sizes, 2 a tile of
/// powers of two by its bases, 3 bases that may overlap.
inline Case random_case(Random* random, int which, Int most_places) {
  if (which == 3) return random_case_by_bases(random, most_places);
  const bool powers_of_two = which != 1;
  const auto p = random_parameters(random, powers_of_two, most_places);
  Layout layout = build_layout(p);
  if (which == 2) {
    const auto linear = layout.linear();
    REQUIRE(linear);
    layout = Layout(*linear);
  }
  return {text(p) + (which == 2 ? " by bases" : ""), brute_force::enumerate(p), std::move(layout),
          powers_of_two};
}

/// Checks that core and the enumeration have the same sizes.
inline void check_sizes(const Case& one) {
  REQUIRE(one.layout.blocks() == one.all.blocks());
  REQUIRE(one.layout.warps() == one.all.warps);
  REQUIRE(one.layout.lanes() == one.all.lanes);
  REQUIRE(one.layout.registers() == one.all.registers);
  REQUIRE(numbers(one.layout.shape()) == one.all.shape);
}

/// Calls visit(case, random) for `count` layouts, of each sort in turn.
template <class Visit>
void each_random_case(unsigned seed, int count, Int most_places, Visit visit) {
  constexpr int sorts = 4;
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    // Some are large, so that walks miss many times in a row.
    const Case one =
        random_case(&random, i % sorts, random.one_in(50) ? 8 * most_places : most_places);
    INFO("case ", i, ": ", one.name);
    check_sizes(one);
    visit(one, random);
  }
}

/// Makes a region, some of whose ranges may be empty.
inline Region random_region(const Case& one, Random* random) {
  Region region{random->range(one.all.blocks()),
                random->range(one.all.warps),
                random->range(one.all.lanes),
                random->range(one.all.registers),
                {}};
  for (std::size_t d = 0; d < one.all.shape.size(); ++d)
    region.box[d] = random->range(one.all.shape[d]);
  if (random->one_in(30)) region.block.high = region.block.low;
  if (random->one_in(30)) region.warp.high = region.warp.low;
  if (random->one_in(30)) region.lane.high = region.lane.low;
  if (random->one_in(30)) region.reg.high = region.reg.low;
  if (random->one_in(30)) region.box[0].high = region.box[0].low;
  return region;
}

inline Range intersection(const Range& a, const Range& b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

/// Makes a selection as a user can give it, by ranges of blocks, warps, lanes, registers and
/// threads. It has one region, or up to three for each block if the threads begin or end within a
/// warp.
inline Selection random_selection(const Case& one, Random* random) {
  const Int lanes = one.all.lanes;
  for (;;) {
    Region whole{random->range(one.all.blocks()),
                 random->range(one.all.warps),
                 random->range(lanes),
                 random->range(one.all.registers),
                 {}};
    for (std::size_t d = 0; d < one.all.shape.size(); ++d) {
      whole.box[d] = random->range(one.all.shape[d]);
    }
    if (random->one_in(3)) return {{whole}};
    const Range threads = random->range(one.all.warps * lanes);
    const Int first = threads.low / lanes;
    const Int last = (threads.high - 1) / lanes;
    Selection selection;
    const auto add = [&](Int block, const Range& warps, const Range& in_warp) {
      Region region = whole;
      region.block = {block, block + 1};
      region.warp = intersection(whole.warp, warps);
      region.lane = intersection(whole.lane, in_warp);
      if (region.warp.size() > 0 && region.lane.size() > 0) selection.regions.push_back(region);
    };
    for (Int block = whole.block.low; block < whole.block.high; ++block) {
      if (first == last) {
        add(block, {first, first + 1}, {threads.low % lanes, (threads.high - 1) % lanes + 1});
      } else {
        add(block, {first, first + 1}, {threads.low % lanes, lanes});
        add(block, {first + 1, last}, {0, lanes});
        add(block, {last, last + 1}, {0, (threads.high - 1) % lanes + 1});
      }
    }
    if (!selection.regions.empty()) return selection;
  }
}

/// Makes a memory whose elements are contiguous, padded, aligned, interleaved, far apart or
/// repeated.
inline Memory random_memory(const Numbers& shape, Random* random) {
  Memory memory;
  memory.element_bytes = Int{1} << random->below(5);
  memory.strides = Dims(static_cast<int>(shape.size()), 0);
  std::vector<int> fastest_first;
  for (int d = 0; d < memory.strides.rank(); ++d) fastest_first.push_back(d);
  if (random->one_in(2)) {
    random->shuffle(&fastest_first);
  } else {
    std::reverse(fastest_first.begin(), fastest_first.end());
  }
  const Int style = random->below(7);
  Int next = 1;
  for (int d : fastest_first) {
    switch (style) {
      case 0:
      case 1:
        memory.strides[d] = next;
        break;
      case 2:
        memory.strides[d] = next + (next > 1 ? random->below(6) : 0);
        break;
      case 3:
        memory.strides[d] = next == 1 ? 1 : (next + 15) / 16 * 16;
        break;
      case 4:
        memory.strides[d] = random->below(20);
        break;
      case 5:
        memory.strides[d] = random->one_in(3) ? random->below(Int{1} << 30) : random->below(3);
        break;
      default:  // as far apart as the largest address allows
        memory.strides[d] = random->one_in(2)
                                ? 1
                                : (Int{1} << 62) / memory.element_bytes /
                                      shape[static_cast<std::size_t>(d)] / memory.strides.rank();
    }
    if (style < 4) next = std::max(next, memory.strides[d]) * shape[static_cast<std::size_t>(d)];
    if (random->one_in(12)) memory.strides[d] = 0;
  }
  if (random->one_in(2)) memory.offset_bytes = random->below(40) * 16;
  if (random->one_in(4)) memory.offset_bytes = random->below(40) * memory.element_bytes;
  return memory;
}

}  // namespace layoutq
