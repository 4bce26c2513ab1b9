#include <doctest/doctest.h>

#include "core/kinds/description.h"
#include "tests/unit/layouts.h"

namespace layoutq {

TEST_CASE("element (9,6) of the example is warp 1, lane 5, register 2 and nobody else's") {
  const Layout layout = build(example(), {16, 16});
  CHECK(owners_of(layout, {9, 6}) == std::vector{Place{0, 1, 5, 2}});
  CHECK(layout.thread({0, 1, 5, 2}) == 37);
  CHECK(layout.holders({9, 6}) == 1);
}

TEST_CASE("a thread of the example holds four neighbours") {
  const Layout layout = build(example(), {16, 16});
  CHECK(held(layout, 0, 5) == std::vector<Dims>{{1, 4}, {1, 5}, {1, 6}, {1, 7}});
}

TEST_CASE("row 0 of the example is warp 0's, row 8 the same lanes of warp 1") {
  const Layout layout = build(example(), {16, 16});
  for (Int column = 0; column < 16; ++column) {
    CHECK(owners_of(layout, {0, column}) == std::vector{Place{0, 0, column / 4, column % 4}});
    CHECK(owners_of(layout, {8, column}) == std::vector{Place{0, 1, column / 4, column % 4}});
  }
}

TEST_CASE("a larger tensor repeats the tile in more registers") {
  const Layout tall = build(example(), {32, 16});
  CHECK(tall.registers() == 8);
  CHECK(held(tall, 0, 0) ==
        std::vector<Dims>{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {16, 0}, {16, 1}, {16, 2}, {16, 3}});
  CHECK(tall.tiled()->axes()[0].repetitions == 2);
  CHECK(tall.tiled()->axes()[1].repetitions == 1);
  const Layout wide = build(example(), {16, 32});
  CHECK(wide.tiled()->axes()[0].repetitions == 1);
  CHECK(wide.tiled()->axes()[1].repetitions == 2);
  CHECK(held(wide, 0, 5) ==
        std::vector<Dims>{{1, 4}, {1, 5}, {1, 6}, {1, 7}, {1, 20}, {1, 21}, {1, 22}, {1, 23}});
}

TEST_CASE("a smaller tensor wraps: two warps hold the same") {
  const Layout layout = build(example(), {8, 16});
  CHECK(layout.registers() == 4);
  CHECK(owners_of(layout, {0, 0}) == std::vector{Place{0, 0, 0, 0}, Place{0, 1, 0, 0}});
}

TEST_CASE("the order says which dimension's lanes are neighbours") {
  const Layout layout = build(blocked({1, 1, 4}, {2, 2, 8}, {1, 1, 1}, {2, 0, 1}), {2, 2, 32});
  CHECK(owners_of(layout, {1, 0, 5}) == std::vector{Place{0, 0, 9, 1}});
  CHECK(owners_of(layout, {0, 1, 5}) == std::vector{Place{0, 0, 17, 1}});
}

}  // namespace layoutq
