#include "core/layout/linear/linear_layout.h"

#include <doctest/doctest.h>

#include "core/questions/replication.h"
#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

/// The example of copies in linear_layout.h: one lane bit and one warp bit move nothing.
LinearLayout thirty_two() { return {{32}, {}, {{0}, {16}, {4}, {2}, {1}}, {{0}, {8}}, {}}; }

/// Returns the bases 1, 3, 7, …: each moves its own bit and all lower ones.
Bases staircase(int bits) {
  Bases bases;
  for (int i = 0; i < bits; ++i) bases.push_back({static_cast<Int>(bits_below(i + 1))});
  return bases;
}

Bases some(const Bases& bases, int first, int count) {
  return {bases.begin() + first, bases.begin() + first + count};
}

}  // namespace

TEST_CASE("four bases fill the swizzled 4 x 4 table of the header") {
  const LinearLayout layout({4, 4}, {}, {{0, 1}, {0, 2}}, {{1, 1}, {2, 2}}, {});
  const std::vector<std::vector<Dims>> lanes_by_warp{{{0, 0}, {1, 1}, {2, 2}, {3, 3}},
                                                     {{0, 1}, {1, 0}, {2, 3}, {3, 2}},
                                                     {{0, 2}, {1, 3}, {2, 0}, {3, 1}},
                                                     {{0, 3}, {1, 2}, {2, 1}, {3, 0}}};
  for (std::size_t lane = 0; lane < 4; ++lane) {
    for (std::size_t warp = 0; warp < 4; ++warp) {
      const Place place{.warp = static_cast<Int>(warp), .lane = static_cast<Int>(lane)};
      CHECK(layout.coordinate(place) == lanes_by_warp[lane][warp]);
    }
  }
  for (int i = 0; i < 4; ++i)
    CHECK(layout.basis(i) == std::vector<Bits>{1, 2, 5, 10}.at(static_cast<std::size_t>(i)));
  CHECK(layout.element(0b1011) == 9);
}

TEST_CASE("owners are found by solving for the bits of the element") {
  const Layout layout = thirty_two();
  CHECK(owners_of(layout, {5}) ==
        std::vector<Place>{{0, 0, 20, 0}, {0, 0, 21, 0}, {0, 1, 20, 0}, {0, 1, 21, 0}});
  CHECK(owners_of(layout, {24}) ==
        std::vector<Place>{{0, 2, 2, 0}, {0, 2, 3, 0}, {0, 3, 2, 0}, {0, 3, 3, 0}});
  CHECK(layout.holders({5}) == 4);
  CHECK(copies(layout, Index::block) == 1);
  CHECK(copies(layout, Index::warp) == 2);
  CHECK(copies(layout, Index::lane) == 2);
  CHECK(copies(layout, Index::reg) == 1);
}

TEST_CASE("every lane of a warp holds the same elements if all lane bases are 0") {
  const Layout layout =
      LinearLayout({16, 1}, {{4, 0}, {8, 0}}, Bases(5, Coordinate{0, 0}), {{1, 0}, {2, 0}}, {});
  for (Int row = 0; row < 16; ++row) {
    const auto owners = owners_of(layout, {row, 0});
    REQUIRE(owners.size() == 32);
    for (Int lane = 0; lane < 32; ++lane) {
      CHECK(owners[static_cast<std::size_t>(lane)] == Place{0, row % 4, lane, row / 4});
    }
  }
}

TEST_CASE("bases that overlap combine by xor") {
  const Layout layout = LinearLayout({4}, {{1}}, {{3}}, {}, {});
  CHECK(layout.coordinate({0, 0, 1, 1}) == Dims{2});
  CHECK(owners_of(layout, {2}) == std::vector{Place{0, 0, 1, 1}});
  // Counting registers up counts the element down in lane 1.
  CHECK(layout.registers_from({0, 0, 0, 0}).length == 2);
  CHECK(layout.registers_from({0, 0, 1, 0}).length == 1);
}

TEST_CASE("owners name the CTA of a cluster") {
  const Layout layout = LinearLayout({8}, {{1}}, {{2}}, {}, {{4}, {0}});
  CHECK(layout.blocks() == 4);
  CHECK(owners_of(layout, {5}) == std::vector<Place>{{1, 0, 0, 1}, {3, 0, 0, 1}});
  CHECK(copies(layout, Index::block) == 2);
}

TEST_CASE("owners are solved for, not searched: 2^30 elements") {
  const Bases bases = staircase(30);
  const Layout layout = LinearLayout({Int{1} << 30}, some(bases, 0, 20), some(bases, 20, 5),
                                     some(bases, 25, 3), some(bases, 28, 2));
  const Place last{3, 7, 31, (Int{1} << 20) - 1};
  // 1 xor 3 xor 7 xor … has every other bit, beginning with the highest.
  const Coordinate element{(Int{1} << 30) / 3 * 2};
  CHECK(layout.coordinate(last) == element);
  CHECK(owners_of(layout, element) == std::vector{last});
}

TEST_CASE("holders are counted, not listed: one element in 2^30 places") {
  const Layout layout = LinearLayout({1}, Bases(20, Coordinate{0}), Bases(5, Coordinate{0}),
                                     Bases(5, Coordinate{0}), {});
  CHECK(layout.holders({0}) == Int{1} << 30);
  CHECK(*layout.owners({0}) == Place{});
  CHECK(layout.distinct_registers() == 1);
}

TEST_CASE("dropping a dimension drops the registers that move nothing, and keeps all lanes") {
  const LinearLayout parent({4, 1}, {{0, 0}, {1, 0}}, {{0, 0}, {2, 0}}, {}, {}, 1);
  const LinearLayout left = parent.without(1);
  CHECK(left.shape() == Dims{4});
  CHECK(left.bases(Index::reg) == Bases{{1}});
  CHECK(left.bases(Index::lane) == Bases{{0}, {2}});
  CHECK(left.repetitions() == 2);  // the thread tile has one register left
}

TEST_CASE("distinct registers hold what no lower register holds") {
  const LinearLayout layout({4}, {{0}, {1}, {1}, {2}}, {}, {}, {});
  CHECK(layout.distinct_registers() == 4);
  CHECK(layout.distinct_register(0) == 0);
  CHECK(layout.distinct_register(1) == 2);
  CHECK(layout.distinct_register(2) == 8);
  CHECK(layout.distinct_register(3) == 10);
}

TEST_CASE("bases are surjective only if they reach every element") {
  const Bases odd{{1, 1}};
  const Bases even{{0, 2}, {1, 1}};
  CHECK_FALSE(surjective({2, 4}, {&odd, &even}));
  const Bases more{{1, 0}};
  CHECK(surjective({2, 4}, {&odd, &even, &more}));
}

}  // namespace layoutq
