#include "tests/property/layout_checks.h"

#include <map>
#include <set>

#include "core/layout/meets.h"
#include "core/layout/walk.h"
#include "core/questions/difference.h"
#include "core/questions/footprint.h"
#include "core/questions/reduction.h"
#include "core/questions/replication.h"
#include "core/questions/sectors.h"
#include "core/questions/tiling.h"

namespace layoutq {

namespace {

using Held = std::pair<Numbers, Place>;

std::map<Numbers, std::vector<Place>> places_by_element(const Case& one) {
  std::map<Numbers, std::vector<Place>> places;
  one.each_place([&](const Place& place) { places[one.element(place)].push_back(place); });
  return places;
}

bool within(const Numbers& element, const std::array<Range, max_rank>& box) {
  for (std::size_t d = 0; d < element.size(); ++d) {
    if (!box[d].contains(element[d])) return false;
  }
  return true;
}

bool within(const Place& place, const Region& region) {
  return region.block.contains(place.block) && region.warp.contains(place.warp) &&
         region.lane.contains(place.lane) && region.reg.contains(place.reg);
}

/// Lists what the selection selects, ordered by block, warp, lane and register.
std::vector<Held> selected(const Case& one, const Selection& selection) {
  std::vector<Held> all;
  one.each_place([&](const Place& place) {
    for (const Region& region : selection.regions) {
      if (within(place, region) && within(one.element(place), region.box)) {
        all.emplace_back(one.element(place), place);
      }
    }
  });
  return all;
}

}  // namespace

void check_places(const Case& one) {
  std::vector<Held> got, expected;
  bool joins = true;
  one.each_place([&](const Place& place) {
    got.emplace_back(numbers(one.layout.coordinate(place)), place);
    expected.emplace_back(one.element(place), place);
    if (const TiledLayout* tiled = one.layout.tiled()) {
      joins = joins && tiled->join(tiled->split(place)) == place;
    }
  });
  CHECK_SAME(got, expected);
  CHECK(joins);
}

void check_owners(const Case& one) {
  const auto places = places_by_element(one);
  CHECK(static_cast<Int>(places.size()) == one.layout.elements());
  one.each_element([&](const Numbers& element) {
    std::vector<Place> got;
    for (Owners owners = one.layout.owners(dims(element)); owners; owners.next()) {
      got.push_back(*owners);
    }
    const auto expected = places.find(element);
    REQUIRE(expected != places.end());
    if (got == expected->second && one.layout.holders(dims(element)) == std::ssize(got)) return;
    CAPTURE(text(element));
    CHECK_SAME(got, expected->second);
    CHECK(one.layout.holders(dims(element)) == std::ssize(expected->second));
  });
}

void check_runs(const Case& one) {
  const auto places = places_by_element(one);
  one.each_element([&](const Numbers& element) {
    const Run run = ElementRow(one.layout, dims(element)).from(element.back());
    const bool single = places.at(element).size() == 1;
    bool right = single ? run.length >= 1 : run.length == 0;
    Numbers at = element;
    for (Int i = 0; right && i < run.length; ++i, ++at.back()) {
      const Run part = run.part(i, 1);
      right = at.back() < one.all.shape.back() && numbers(part.element) == at &&
              places.at(at) == std::vector{part.place};
    }
    CHECK_MESSAGE(right, "elements from " << text(element) << ", length " << run.length);
  });
  one.each_place([&](const Place& place) {
    const Run run = one.layout.registers_from(place);
    bool right = run.length >= 1 && place.reg + run.length <= one.all.registers;
    Place at = place;
    for (Int i = 0; right && i < run.length; ++i, ++at.reg) {
      const Run part = run.part(i, 1);
      right = part.place == at && numbers(part.element) == one.element(at);
    }
    CHECK_MESSAGE(right, "registers from " << text(place) << ", length " << run.length);
  });
}

void check_walks(const Case& one, Random* random) {
  for (int i = 0; i < 3; ++i) {
    const Selection selection = random_selection(one, random);
    INFO(text(selection, one.layout.rank()));
    std::vector<Held> expected = selected(one, selection);
    std::vector<Held> got;
    const auto collect = [&](const Run& run) {
      for (Int k = 0; k < run.length; ++k) {
        got.emplace_back(numbers(run.part(k, 1).element), run.part(k, 1).place);
      }
    };
    walk_places(one.layout, selection, collect);
    CHECK_SAME(got, expected);

    std::sort(expected.begin(), expected.end());
    got.clear();
    walk_elements(one.layout, selection, collect);
    CHECK_SAME(got, expected);
  }
}

void check_next(const Case& one, Random* random) {
  const Selection selection = random_selection(one, random);
  INFO(text(selection, one.layout.rank()));
  const std::vector<Held> all = selected(one, selection);
  for (int i = 0; i < 4; ++i) {
    const Place from{random->below(one.all.blocks()), random->below(one.all.warps),
                     random->below(one.all.lanes), random->below(one.all.registers)};
    const Numbers at = one.element(from);
    INFO("from ", text(from), ", ", text(at));
    std::optional<Place> place;
    std::optional<Numbers> element;
    for (const Held& held : all) {
      if (held.second >= from && (!place || held.second < *place)) place = held.second;
      if (held.first >= at && (!element || held.first < *element)) element = held.first;
    }
    const auto got_place = next_place(one.layout, selection, from);
    CHECK(got_place.has_value() == place.has_value());
    if (place && got_place) CHECK_SAME(*got_place, *place);
    const auto got_element = next_element(one.layout, selection, dims(at));
    CHECK(got_element.has_value() == element.has_value());
    if (element && got_element) CHECK_SAME(numbers(*got_element), *element);
  }
}

void check_meets(const Case& one, Random* random) {
  for (int i = 0; i < 6; ++i) {
    const Region region = random_region(one, random);
    INFO(text(region, one.layout.rank()));
    CHECK(meets(one.layout, region) == !selected(one, {{region}}).empty());
  }
}

void check_copies(const Case& one) {
  Int least = std::numeric_limits<Int>::max();
  Int most = 0;
  Int most_threads = 0;
  // (blocks, warps in each, lanes in each, registers in each) of an element
  std::set<std::array<Int, 4>> shares;
  for (const auto& [element, places] : places_by_element(one)) {
    least = std::min(least, static_cast<Int>(std::ssize(places)));
    most = std::max(most, static_cast<Int>(std::ssize(places)));
    std::map<Int, std::map<Int, std::map<Int, Int>>> registers;  // by block, warp and lane
    for (const Place& place : places) ++registers[place.block][place.warp][place.lane];
    Int threads = 0;
    for (const auto& [block, warps] : registers) {
      for (const auto& [warp, lanes] : warps) {
        threads += std::ssize(lanes);
        for (const auto& [lane, count] : lanes) {
          shares.insert({std::ssize(registers), std::ssize(warps), std::ssize(lanes), count});
        }
      }
    }
    most_threads = std::max(most_threads, threads);
  }
  const Replication got = replication(one.layout);
  CHECK(got.registers_per_thread == one.all.registers);
  CHECK(got.threads == one.all.blocks() * one.all.warps * one.all.lanes);
  CHECK(got.elements == brute_force::product(one.all.shape));
  CHECK(got.copies_min == least);
  CHECK(got.copies_max == most);
  CHECK(got.redundant ==
        doctest::Approx(1 - static_cast<double>(got.elements) /
                                static_cast<double>(got.threads * got.registers_per_thread)));
  if (shares.size() == 1) {
    CHECK(got.blocks == shares.begin()->at(0));
    CHECK(got.warps == shares.begin()->at(1));
    CHECK(got.lanes == shares.begin()->at(2));
    CHECK(got.registers == shares.begin()->at(3));
  } else {
    CHECK(got.blocks == 0);
    CHECK(got.warps == 0);
    CHECK(got.lanes == 0);
    CHECK(got.registers == 0);
  }
  CHECK(threads_per_element(one.layout) >= most_threads);
  if (one.powers_of_two) CHECK(threads_per_element(one.layout) == most_threads);
}

void check_reductions(const Case& one) {
  for (int axis = 0; axis < one.layout.rank(); ++axis) {
    CAPTURE(axis);
    std::set<std::set<Int>> by_block;
    const Reduction got = reduction(one.layout, axis);
    for (const auto& cta : one.all.element) {
      std::set<Int> in_block;
      std::set<std::set<Int>> by_warp;
      for (const auto& warp : cta) {
        std::set<Int> in_warp;
        std::set<std::set<Int>> by_lane;
        for (const auto& lane : warp) {
          std::set<Int> positions;
          std::set<Numbers> results;
          for (Numbers element : lane) {
            positions.insert(element[static_cast<std::size_t>(axis)]);
            element.erase(element.begin() + axis);
            results.insert(element);
          }
          REQUIRE(got.in_thread == std::ssize(positions));
          REQUIRE(got.results_per_thread == std::ssize(results));
          in_warp.insert(positions.begin(), positions.end());
          by_lane.insert(positions);
        }
        REQUIRE(got.lanes == std::ssize(by_lane));
        in_block.insert(in_warp.begin(), in_warp.end());
        by_warp.insert(in_warp);
      }
      REQUIRE(got.warps == std::ssize(by_warp));
      REQUIRE(got.cross_warp == (by_warp.size() > 1));
      by_block.insert(in_block);
    }
    CHECK(got.axis == axis);
    CHECK(got.blocks == std::ssize(by_block));
    Int rounds = 0;
    while ((Int{1} << rounds) < got.lanes) ++rounds;
    CHECK(got.shuffle_rounds == rounds);
    CHECK(got.shuffles == rounds * got.results_per_thread);
  }
}

namespace {

/// True if in every lane of every warp registers kV … kV + V − 1 hold consecutive elements along
/// dimension d that begin at a multiple of V.
bool runs_of(const Case& one, Int vector, std::size_t d) {
  bool runs = true;
  one.each_thread([&](const brute_force::Lane& lane) {
    for (Int reg = 0; runs && reg < one.all.registers; ++reg) {
      Numbers expected = lane[static_cast<std::size_t>(reg - reg % vector)];
      runs = expected[d] % vector == 0;
      expected[d] += reg % vector;
      runs = runs && lane[static_cast<std::size_t>(reg)] == expected;
    }
  });
  return runs;
}

Int widest_run(const Case& one, Int most, std::size_t d) {
  Int widest = 1;
  for (Int vector = 2; vector <= most && one.all.registers % vector == 0; vector *= 2) {
    if (runs_of(one, vector, d)) widest = vector;
  }
  return widest;
}

Int widest_vector(const Case& one, const Memory& memory) {
  if (memory.offset_bytes % 16 != 0) return 1;
  Int widest = 1;
  for (int d = 0; d < one.layout.rank(); ++d) {
    if (memory.strides[d] != 1) continue;
    for (Int vector = 2; vector * memory.element_bytes <= 16; vector *= 2) {
      bool fits =
          one.all.registers % vector == 0 && runs_of(one, vector, static_cast<std::size_t>(d));
      for (int other = 0; other < one.layout.rank(); ++other) {
        if (other == d || one.all.shape[static_cast<std::size_t>(other)] == 1) continue;
        fits = fits &&
               memory.strides[other] * memory.element_bytes % (vector * memory.element_bytes) == 0;
      }
      if (fits) widest = std::max(widest, vector);
    }
  }
  return widest;
}

Int byte_address(const Numbers& element, const Memory& memory) {
  Int address = memory.offset_bytes;
  for (std::size_t d = 0; d < element.size(); ++d) {
    address += memory.element_bytes * element[d] * memory.strides[static_cast<int>(d)];
  }
  return address;
}

/// Returns what a warp touches in these registers, by listing every address.
Traffic literal_traffic(const Case& one, const Memory& memory, const Place& warp, Range registers) {
  std::set<Int> addresses, sectors;
  for (const auto& lane : one.warp(warp.block, warp.warp)) {
    for (Int reg = registers.low; reg < registers.high; ++reg) {
      const Int address = byte_address(lane[static_cast<std::size_t>(reg)], memory);
      addresses.insert(address);
      sectors.insert(address / 32);
    }
  }
  return {std::ssize(sectors), std::ssize(addresses) * memory.element_bytes};
}

/// Returns the first registers of the warp's requests. There is one for each run of V registers
/// that differs in some lane from every earlier run.
Numbers literal_requests(const Case& one, Int vector, const Place& warp) {
  Numbers requests;
  std::set<std::vector<Numbers>> seen;
  for (Int reg = 0; reg < one.all.registers; reg += vector) {
    std::vector<Numbers> held;
    for (const auto& lane : one.warp(warp.block, warp.warp)) {
      held.insert(held.end(), lane.begin() + reg, lane.begin() + reg + vector);
    }
    if (seen.insert(held).second) requests.push_back(reg);
  }
  return requests;
}

}  // namespace

void check_registers(const Case& one, Random* random) {
  std::vector<Range> repetitions, got_repetitions;
  for (Int reg = 0; reg < one.all.registers; ++reg) {
    if (one.all.repetition[static_cast<std::size_t>(reg)] == std::ssize(repetitions)) {
      repetitions.push_back({reg, reg});
    }
    repetitions.back().high = reg + 1;
  }
  for (Int i = 0; i < one.layout.repetitions(); ++i) {
    got_repetitions.push_back(one.layout.repetition(i));
  }
  CHECK_SAME(got_repetitions, repetitions);

  Numbers distinct;
  for (Int i = 0; i < one.layout.distinct_registers(); ++i) {
    distinct.push_back(one.layout.distinct_register(i));
  }
  bool alike = true;
  one.each_thread([&](const brute_force::Lane& lane) {
    Numbers expected;
    std::set<Numbers> seen;
    for (Int reg = 0; reg < one.all.registers; ++reg) {
      if (seen.insert(lane[static_cast<std::size_t>(reg)]).second) expected.push_back(reg);
    }
    alike = alike && distinct == expected;
  });
  CHECK_MESSAGE(alike, "got " << text(distinct));

  const Int most = random->between(1, 16);
  for (int d = 0; d < one.layout.rank(); ++d) {
    CAPTURE(d);
    CAPTURE(most);
    CHECK(contiguous_registers(one.layout, d, most) ==
          widest_run(one, most, static_cast<std::size_t>(d)));
  }
}

void check_sectors(const Case& one, Random* random) {
  const Memory memory = random_memory(one.all.shape, random);
  INFO(text(memory));
  REQUIRE(addressable(memory, one.layout.shape()));
  const Int vector = vector_registers(one.layout, memory);
  CHECK(vector == widest_vector(one, memory));

  const Int repetitions = one.layout.repetitions();
  for (Int block = 0; block < one.all.blocks(); ++block) {
    CtaTraffic cta;
    std::set<Int> all_sectors;
    for (Int in_block = 0; in_block < one.all.warps; ++in_block) {
      const Place warp{.block = block, .warp = in_block};
      INFO(text(warp));
      const Numbers requests = literal_requests(one, vector, warp);
      Numbers got_requests;
      for (Int i = 0; i < requests_per_warp(one.layout, vector); ++i) {
        got_requests.push_back(request_register(one.layout, vector, i));
      }
      CHECK_SAME(got_requests, requests);
      if (got_requests != requests) return;

      Numbers accesses(static_cast<std::size_t>(repetitions), 0);
      for (Int reg : requests) {
        CAPTURE(reg);
        const Traffic expected = literal_traffic(one, memory, warp, {reg, reg + vector});
        const Traffic got = request_traffic(one.layout, memory, vector, warp, reg).value();
        CHECK(got.sectors == expected.sectors);
        CHECK(got.requested_bytes == expected.requested_bytes);
        cta.sectors += expected.sectors;
        accesses[static_cast<std::size_t>(one.all.repetition[static_cast<std::size_t>(reg)])] +=
            expected.sectors;
      }
      cta.requests += std::ssize(requests);
      for (Int i = 0; i < repetitions; ++i) {
        CAPTURE(i);
        const Traffic expected = literal_traffic(one, memory, warp, one.layout.repetition(i));
        const Traffic got = repetition_traffic(one.layout, memory, warp, i).value();
        CHECK(got.sectors == expected.sectors);
        CHECK(got.requested_bytes == expected.requested_bytes);
        CHECK(repetition_accesses(one.layout, memory, vector, warp, i) ==
              accesses[static_cast<std::size_t>(i)]);
      }
      for (const brute_force::Lane& lane : one.warp(block, in_block)) {
        for (const Numbers& element : lane) all_sectors.insert(byte_address(element, memory) / 32);
      }
    }
    const CtaTraffic got = cta_traffic(one.layout, memory, vector, block);
    CHECK(got.requests == cta.requests);
    CHECK(got.sectors == cta.sectors);
    CHECK(got.ideal_sectors == std::ssize(all_sectors));
  }
}

namespace {

/// What each place holds, or each thread; the register of a thread is 0.
using HeldBy = std::map<Place, std::set<Numbers>>;

HeldBy held_by(const Case& one, Compare compare) {
  HeldBy held;
  one.each_place([&](Place place) {
    const Numbers& element = one.element(place);
    if (compare == Compare::threads) place.reg = 0;
    held[place].insert(element);
  });
  return held;
}

}  // namespace

void check_difference(const Case& first, const Case& second, Random* random) {
  for (Compare compare : {Compare::places, Compare::threads}) {
    CAPTURE(compare == Compare::threads);
    const HeldBy a = held_by(first, compare);
    const HeldBy b = held_by(second, compare);
    std::vector<Place> different;
    for (const auto* held : {&a, &b}) {
      for (const auto& [place, elements] : *held) {
        const auto in_a = a.find(place);
        const auto in_b = b.find(place);
        const bool same = in_a != a.end() && in_b != b.end() && in_a->second == in_b->second;
        if (!same && (held == &a || in_a == a.end())) different.push_back(place);
      }
    }
    std::sort(different.begin(), different.end());
    const auto most = static_cast<std::size_t>(random->below(12));
    const auto got = difference(first.layout, second.layout, compare, most);
    REQUIRE(got);
    CHECK(got->count == std::ssize(different));
    std::vector<Place> places;
    for (const DifferentPlace& one : got->places) {
      places.push_back(one.place);
      const auto check_held = [&](const HeldBy& held, const std::vector<Coordinate>& elements) {
        std::vector<Numbers> got_elements, expected;
        for (const Coordinate& element : elements) got_elements.push_back(numbers(element));
        const auto found = held.find(one.place);
        if (found != held.end()) expected.assign(found->second.begin(), found->second.end());
        CHECK_SAME(got_elements, expected);
      };
      check_held(a, one.first);
      check_held(b, one.second);
    }
    different.resize(std::min(different.size(), most));
    CHECK_SAME(places, different);
  }
}

Moves check_conversion(const Case& from, const Case& to) {
  const Conversion got = conversion(from.layout, to.layout).value();
  const auto before = places_by_element(from);
  const auto after = places_by_element(to);
  Conversion expected;
  for (const auto& [element, places] : before) {
    const Place& a = places.front();
    const Place& b = after.at(element).front();
    expected.blocks += a.block != b.block;
    expected.warps += a.warp != b.warp;
    expected.lanes += a.lane != b.lane;
    expected.registers += a.reg != b.reg;
  }
  CHECK(got.elements == std::ssize(before));
  CHECK(got.blocks == expected.blocks);
  CHECK(got.warps == expected.warps);
  CHECK(got.lanes == expected.lanes);
  CHECK(got.registers == expected.registers);
  // If nothing leaves a thread, or a warp, it already holds what it must hold afterwards.
  if (got.moves == Moves::shared) return got.moves;
  const auto held_within = [&](const Case& one) {
    std::map<Place, std::set<Numbers>> held;
    one.each_place([&](Place place) {
      const Numbers& element = one.element(place);
      place.reg = 0;
      if (got.moves == Moves::shuffle) place.lane = 0;
      held[place].insert(element);
    });
    return held;
  };
  CHECK(held_within(from) == held_within(to));
  return got.moves;
}

void check_tiling(const Case& one) {
  const Layout by_bases(one.layout.linear().value());
  for (int d = 0; d < one.layout.rank(); ++d) {
    CAPTURE(d);
    const Tiling expected = tiling(one.layout, d);
    const Tiling got = tiling(by_bases, d);
    CHECK(got.shape == expected.shape);
    // If a tile exceeds the extent, the bases describe only the part within it.
    if (expected.tile > expected.shape) continue;
    CHECK(got.size_per_thread == expected.size_per_thread);
    CHECK(got.threads_per_warp == expected.threads_per_warp);
    CHECK(got.warps_per_cta == expected.warps_per_cta);
    CHECK(got.tile == expected.tile);
    CHECK(got.reps == expected.reps);
    CHECK(got.registers == expected.registers);
    CHECK(got.copies == expected.copies);
  }
}

}  // namespace layoutq
