#include "core/questions/difference.h"

#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

Layout threes(Int extent) { return build(blocked({3}, {4}, {1}, {0}), {extent}); }

}  // namespace

TEST_CASE("a layout does not differ from itself or from the same layout by its bases") {
  const Layout one = build(example(), {32, 16});
  const Layout other(*one.linear());
  for (Compare compare : {Compare::places, Compare::threads}) {
    const auto got = difference(one, other, compare, 10);
    REQUIRE(got);
    CHECK(got->count == 0);
    CHECK(got->places.empty());
  }
}

TEST_CASE("renamed registers differ by place, but not by thread") {
  const Layout rows = LinearLayout({2, 2}, {{0, 1}, {1, 0}}, {}, {}, {});
  const Layout columns = LinearLayout({2, 2}, {{1, 0}, {0, 1}}, {}, {}, {});
  const auto places = difference(rows, columns, Compare::places, 10);
  REQUIRE(places);
  CHECK(places->count == 2);
  REQUIRE(places->places.size() == 2);
  CHECK(places->places[0].place == Place{0, 0, 0, 1});
  CHECK(places->places[0].first == std::vector<Coordinate>{{0, 1}});
  CHECK(places->places[0].second == std::vector<Coordinate>{{1, 0}});
  CHECK(difference(rows, columns, Compare::threads, 10)->count == 0);
}

TEST_CASE("a difference lists a thread's elements in order, without copies") {
  const Layout one = LinearLayout({4}, {{1}, {0}}, {{2}}, {}, {});
  const Layout other = LinearLayout({4}, {{2}}, {{1}}, {}, {});
  const auto got = difference(one, other, Compare::threads, 1);
  REQUIRE(got);
  CHECK(got->count == 2);
  REQUIRE(got->places.size() == 1);
  CHECK(got->places[0].place == Place{});
  CHECK(got->places[0].first == std::vector<Coordinate>{{0}, {1}});
  CHECK(got->places[0].second == std::vector<Coordinate>{{0}, {2}});
}

TEST_CASE("a place that only one layout has differs") {
  const Layout two = LinearLayout({2}, {}, {{1}}, {}, {});
  const Layout four = LinearLayout({4}, {}, {{1}, {2}}, {}, {});
  const auto got = difference(two, four, Compare::places, 10);
  REQUIRE(got);
  CHECK(got->count == 2);
  REQUIRE(got->places.size() == 2);
  CHECK(got->places[0].place == Place{0, 0, 2, 0});
  CHECK(got->places[0].first.empty());
  CHECK(got->places[0].second == std::vector<Coordinate>{{2}});
}

TEST_CASE("layouts with other sizes than powers of two are compared place by place") {
  const auto got = difference(threes(12), threes(11), Compare::places, 10);
  REQUIRE(got);
  CHECK(got->count == 1);
  REQUIRE(got->places.size() == 1);
  CHECK(got->places[0].place == Place{0, 0, 3, 2});
  CHECK(got->places[0].second == std::vector<Coordinate>{{0}});
}

TEST_CASE("there is no answer if too many places would have to be compared") {
  CHECK_FALSE(difference(threes(huge - 1), threes(huge - 1), Compare::places, 10));
}

TEST_CASE("layouts of 2^60 elements are compared by their bases") {
  const Layout one = build(example(), {huge, huge});
  const Layout other = build(blocked({1, 4}, {8, 4}, {1, 2}, {1, 0}), {huge, huge});
  CHECK(difference(one, one, Compare::places, 10)->count == 0);
  const auto got = difference(one, other, Compare::places, 3);
  REQUIRE(got);
  CHECK(got->count > 0);
  REQUIRE(got->places.size() == 3);
  // The first repetition is the same; then the tile is 16 wide in one layout, 32 in the other.
  CHECK(got->places[0].place == Place{0, 0, 0, 4});
  CHECK(got->places[0].first == std::vector<Coordinate>{{0, 16}});
  CHECK(got->places[0].second == std::vector<Coordinate>{{0, 32}});
}

}  // namespace layoutq
