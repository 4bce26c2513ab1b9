#include "core/questions/conversion.h"

#include <doctest/doctest.h>

#include "core/questions/difference.h"
#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

const Bases lanes_above_2{{4}, {8}, {16}, {32}, {64}};

LinearLayout on_128(const Bases& reg, const Bases& lane) { return {{128}, reg, lane, {}, {}}; }

}  // namespace

TEST_CASE("registers are renamed for nothing; one of them may trade places with a lane") {
  const LinearLayout from = on_128({{1}, {2}}, lanes_above_2);
  CHECK(conversion(from, from).moves == Moves::none);
  const Conversion renamed = conversion(from, on_128({{2}, {1}}, lanes_above_2));
  CHECK(renamed.moves == Moves::registers);
  CHECK(renamed.elements == 128);
  CHECK(renamed.registers == 64);
  CHECK(renamed.lanes == 0);
  CHECK(conversion(from, on_128({{1}, {4}}, {{2}, {8}, {16}, {32}, {64}})).moves == Moves::shuffle);
  CHECK(conversion(from, on_128({{4}, {8}}, {{1}, {2}, {16}, {32}, {64}})).moves == Moves::shared);
}

TEST_CASE("between warps data goes through shared memory") {
  const LinearLayout from({64}, {}, {{1}, {2}, {4}, {8}, {16}}, {{32}}, {});
  const LinearLayout to({64}, {}, {{32}, {2}, {4}, {8}, {16}}, {{1}}, {});
  CHECK(conversion(from, to).moves == Moves::shared);
  CHECK(conversion(from, to).warps == 32);
}

TEST_CASE("layouts differ where places hold other elements, or threads other sets") {
  const Layout rows = build(blocked({2, 2}, {1, 32}, {1, 1}, {1, 0}), {2, 64});
  const Layout columns(
      LinearLayout({2, 64}, {{1, 0}, {0, 1}}, {{0, 2}, {0, 4}, {0, 8}, {0, 16}, {0, 32}}, {}, {}));
  const auto places = difference(rows, columns, Compare::places, 10);
  REQUIRE(places);
  CHECK(places->count == 64);  // registers 1 and 2 of each lane
  CHECK(places->places.front().place == Place{0, 0, 0, 1});
  CHECK(places->places.front().first == std::vector<Coordinate>{{0, 1}});
  CHECK(places->places.front().second == std::vector<Coordinate>{{1, 0}});
  CHECK(difference(rows, columns, Compare::threads, 10)->count == 0);
  CHECK(difference(rows, rows, Compare::places, 10)->count == 0);
}

TEST_CASE("a place that only one layout has differs") {
  const Layout one = build(blocked({1}, {32}, {1}, {0}), {32});
  const Layout two = build(blocked({1}, {32}, {2}, {0}), {32});
  const auto found = difference(one, two, Compare::places, 3);
  CHECK(found->count == 32);
  CHECK(found->places.front().place == Place{0, 1, 0, 0});
  CHECK(found->places.front().first.empty());
}

TEST_CASE("layouts that are no powers of two are compared place by place, up to a bound") {
  const Layout three = build(blocked({3}, {32}, {1}, {0}), {96});
  const Layout other = build(blocked({1}, {32}, {3}, {0}), {96});
  CHECK(difference(three, other, Compare::places, 0)->count == 159);
  const Int huge = 2000000000;
  CHECK_FALSE(difference(build(blocked({3}, {32}, {1}, {0}), {huge}),
                         build(blocked({1}, {32}, {1}, {0}), {huge}), Compare::places, 0));
}

}  // namespace layoutq
