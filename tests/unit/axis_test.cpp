#include "core/layout/tiled/axis.h"

#include <doctest/doctest.h>

namespace layoutq {

TEST_CASE("a tile of 16 over extent 8 holds every coordinate twice") {
  const Axis axis{.extent = 8, .elements = 4, .lanes = 4};
  CHECK(axis.tile() == 16);
  CHECK(axis.holders(6) == 2);
  CHECK(axis.holder(6, 0) == Split{.warp = 0, .lane = 1, .repetition = 0, .element = 2});
  CHECK(axis.holder(6, 1) == Split{.warp = 0, .lane = 3, .repetition = 0, .element = 2});
}

TEST_CASE("the last repetition wraps if the tile does not divide the extent") {
  // Tile 4 covers 10 in three repetitions: positions 10 and 11 are coordinates 0 and 1 again.
  const Axis axis{.extent = 10, .elements = 1, .lanes = 4, .repetitions = 3};
  CHECK(axis.registers() == 3);
  CHECK(axis.holders(1) == 2);
  CHECK(axis.holder(1, 0) == Split{.warp = 0, .lane = 1, .repetition = 0, .element = 0});
  CHECK(axis.holder(1, 1) == Split{.warp = 0, .lane = 3, .repetition = 2, .element = 0});
  CHECK(axis.holders(2) == 1);
}

TEST_CASE("a distinct axis keeps the registers below the extent") {
  // Elements 4, tile 4, extent 6: repetition 1 keeps elements 0 and 1.
  const Axis axis{.extent = 6, .elements = 4, .repetitions = 2, .distinct = true};
  CHECK(axis.elements_in(0) == 4);
  CHECK(axis.elements_in(1) == 2);
  CHECK(axis.registers() == 6);
  for (Int coordinate = 0; coordinate < 6; ++coordinate) CHECK(axis.holders(coordinate) == 1);
}

TEST_CASE("positions and their parts are two ways to write one number") {
  const Axis axis{.extent = 48, .elements = 3, .lanes = 4, .warps = 2, .repetitions = 2};
  CHECK(axis.position({.warp = 1, .lane = 2, .repetition = 1, .element = 1}) == 43);
  CHECK(axis.split(43) == Split{.warp = 1, .lane = 2, .repetition = 1, .element = 1});
}

TEST_CASE("an axis reaches a coordinate only if a place within the ranges holds it") {
  const Axis axis{.extent = 16, .elements = 1, .lanes = 8, .warps = 2};
  const SplitRanges second_warp{
      .warp = {1, 2}, .lane = {0, 8}, .repetition = {0, 1}, .element = {0, 1}};
  CHECK(axis.reaches(second_warp, {8, 9}));
  CHECK_FALSE(axis.reaches(second_warp, {0, 8}));
  CHECK_FALSE(axis.reaches(second_warp, {9, 9}));
}

TEST_CASE("adjacent lanes hold one run, and lanes with gaps between them hold several") {
  const Axis axis{.extent = 16, .elements = 4, .lanes = 4};
  const auto whole = axis.strands(0, 4);
  REQUIRE(whole);
  REQUIRE(whole->size() == 1);
  CHECK(whole->front().first == 0);
  CHECK(whole->front().run == 16);
  const auto one = axis.strands(1, 1);  // 1, 5, 9, 13
  REQUIRE(one);
  REQUIRE(one->size() == 1);
  CHECK(one->front().first == 1);
  CHECK(one->front().run == 1);
  CHECK(one->front().step == 4);
  CHECK(one->front().count == 4);
}

}  // namespace layoutq
