#include <map>
#include <set>

#include "core/questions/address_set.h"
#include "tests/property/layout_checks.h"

namespace layoutq {

TEST_CASE("every place holds the element that the formula gives") {
  each_random_case(1, 1000, 600, [](const Case& one, Random&) { check_places(one); });
}

TEST_CASE("the owners of an element are all places that hold it, in order, and at least one") {
  each_random_case(2, 1000, 600, [](const Case& one, Random&) { check_owners(one); });
}

TEST_CASE("runs of elements and of registers describe the places that they cover") {
  each_random_case(3, 1000, 600, [](const Case& one, Random&) { check_runs(one); });
}

TEST_CASE("walks visit exactly the selected places, in order") {
  each_random_case(4, 1000, 600,
                   [](const Case& one, Random& random) { check_walks(one, &random); });
}

TEST_CASE("the next place or element is the first selected one") {
  each_random_case(5, 750, 400, [](const Case& one, Random& random) { check_next(one, &random); });
}

TEST_CASE("a layout meets a region where one of its places holds one of its elements") {
  each_random_case(6, 1500, 400,
                   [](const Case& one, Random& random) { check_meets(one, &random); });
}

TEST_CASE("copies are counted as in the enumeration") {
  each_random_case(7, 1000, 600, [](const Case& one, Random&) { check_copies(one); });
}

TEST_CASE("a reduction combines the positions that threads, lanes, warps and CTAs hold") {
  each_random_case(8, 1000, 600, [](const Case& one, Random&) { check_reductions(one); });
}

TEST_CASE("registers come in repetitions, and distinct registers hold what no lower one holds") {
  each_random_case(9, 1000, 600,
                   [](const Case& one, Random& random) { check_registers(one, &random); });
}

TEST_CASE("repetitions, requests and the CTA touch the sectors of their addresses") {
  each_random_case(10, 600, 400,
                   [](const Case& one, Random& random) { check_sectors(one, &random); });
}

namespace {

/// Returns two layouts that are more or less alike.
std::pair<Case, Case> random_pair(Random* random) {
  constexpr Int most_places = 200;
  const int which = static_cast<int>(random->below(6));
  if (which < 4) {
    Case first = random_case(random, which, most_places);
    return {std::move(first), random_case(random, which, most_places)};
  }
  const auto p = random_bases(random, most_places);
  return {case_of(p), case_of(altered(p, random))};
}

}  // namespace

TEST_CASE("layouts differ in the places, or threads, that hold different elements") {
  Random random(13);
  for (int i = 0; i < 1500; ++i) {
    const auto pair = random_pair(&random);
    INFO("case ", i, ": ", pair.first.name, " and ", pair.second.name);
    check_difference(pair.first, pair.second, &random);
  }
}

TEST_CASE("a conversion moves the elements whose first holders differ") {
  Random random(14);
  int within_thread = 0;
  int within_warp = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto p = random_bases(&random, 200);
    const auto q = altered(p, &random);
    if (!same_threads(p, q)) continue;
    const Case from = case_of(p);
    const Case to = case_of(q);
    INFO("case ", i, ": ", from.name, " and ", to.name);
    const Moves moves = check_conversion(from, to);
    if (moves == Moves::shared) continue;
    (moves == Moves::shuffle ? within_warp : within_thread) += 1;
  }
  CHECK(within_thread > 100);
  CHECK(within_warp > 100);
}

TEST_CASE("both arithmetics give the same tiling") {
  Random random(15);
  for (int i = 0; i < 1000; ++i) {
    const Case one = random_case(&random, 0, 600);
    INFO("case ", i, ": ", one.name);
    check_tiling(one);
  }
}

TEST_CASE("strands are the coordinates that the lanes hold, sorted and disjoint") {
  Random random(11);
  for (int i = 0; i < 20000; ++i) {
    const bool powers_of_two = i % 2 == 0;
    const auto size = [&] {
      return powers_of_two ? Int{1} << random.below(5) : random.between(1, 12);
    };
    Axis axis{.extent = powers_of_two ? Int{1} << random.below(10) : random.between(1, 200),
              .elements = size(),
              .lanes = size(),
              .warps = size()};
    axis.repetitions = ceil_div(axis.extent, axis.tile());
    axis.distinct = random.one_in(2);
    const Split first{random.below(axis.warps), 0, random.below(axis.repetitions), 0};
    const Int element = random.below(axis.elements_in(first.repetition));
    const Int run = random.between(1, axis.elements_in(first.repetition) - element);
    std::set<Int> expected;
    for (Int lane = 0; lane < axis.lanes; ++lane) {
      for (Int e = element; e < element + run; ++e) {
        expected.insert((first.repetition * axis.tile() + first.warp * axis.elements * axis.lanes +
                         lane * axis.elements + e) %
                        axis.extent);
      }
    }
    CAPTURE(axis.extent);
    CAPTURE(axis.elements);
    CAPTURE(axis.lanes);
    CAPTURE(axis.warps);
    CAPTURE(axis.distinct);
    CAPTURE(element);
    CAPTURE(run);
    const auto strands = axis.strands(axis.position(first) + element, run);
    if (powers_of_two) REQUIRE(strands);
    if (!strands) continue;
    std::set<Int> got;
    Int count = 0;
    Int last = -1;
    for (const Strand& strand : *strands) {
      CHECK(last < strand.first);
      last = strand.first;
      for (Int j = 0; j < strand.count; ++j) {
        for (Int e = 0; e < strand.run; ++e, ++count)
          got.insert(strand.first + j * strand.step + e);
      }
    }
    CHECK(got == expected);
    CHECK(count == std::ssize(got));
  }
}

TEST_CASE("an address set counts the sectors of its addresses") {
  Random random(12);
  Int counted = 0;
  for (int i = 0; i < 15000; ++i) {
    const Int size = Int{1} << random.below(6);
    AddressSet set(size);
    std::set<Int> addresses{0};
    bool known = true;
    for (int step = 0; known && step < 3; ++step) {
      const Int width = *addresses.rbegin();
      const Int stride = random.below(random.one_in(2) ? 8 : 100);
      const Int count = random.between(1, 5);
      // Nothing overlaps if the next copy begins after the last address.
      bool apart = false;
      if (random.one_in(3)) {
        const Int distance = random.between(1, 150);
        AddressSet next(size);
        REQUIRE(next.repeat(stride, count));
        apart = distance > width;
        known = set.append(next, distance);
        for (Int j = 0; j < count; ++j) addresses.insert(distance + j * stride);
      } else {
        apart = stride > width;
        known = set.repeat(stride, count);
        std::set<Int> repeated;
        for (Int address : addresses) {
          for (Int j = 0; j < count; ++j) repeated.insert(address + j * stride);
        }
        addresses = repeated;
      }
      if (apart) REQUIRE(known);
    }
    if (!known) continue;
    ++counted;
    for (Int first = 0; first < 2 * size; ++first) {
      std::set<Int> sectors;
      for (Int address : addresses) sectors.insert((first + address) / size);
      REQUIRE(set.sectors(first) == std::ssize(sectors));
    }
  }
  CHECK(counted > 3000);
}

}  // namespace layoutq
