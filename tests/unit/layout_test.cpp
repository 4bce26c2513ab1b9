#include "core/layout/layout.h"

#include <doctest/doctest.h>

#include "core/layout/meets.h"
#include "core/questions/footprint.h"
#include "tests/unit/layouts.h"

namespace layoutq {

TEST_CASE("two warps of four lanes fill the 4 x 4 table of the header") {
  const Layout layout = build(blocked({1, 2}, {2, 2}, {2, 1}, {1, 0}), {4, 4});
  CHECK(held(layout, 0, 0) == std::vector<Dims>{{0, 0}, {0, 1}});
  CHECK(held(layout, 0, 1) == std::vector<Dims>{{0, 2}, {0, 3}});
  CHECK(held(layout, 0, 2) == std::vector<Dims>{{1, 0}, {1, 1}});
  CHECK(held(layout, 0, 3) == std::vector<Dims>{{1, 2}, {1, 3}});
  CHECK(held(layout, 1, 0) == std::vector<Dims>{{2, 0}, {2, 1}});
  CHECK(held(layout, 1, 3) == std::vector<Dims>{{3, 2}, {3, 3}});
}

TEST_CASE("a tensor smaller than the tile is copied, and a larger one takes more registers") {
  const Description description = blocked({1, 2}, {2, 2}, {2, 1}, {1, 0});
  const Layout copied = build(description, {2, 4});
  CHECK(held(copied, 1, 3) == held(copied, 0, 3));
  const Layout repeated = build(description, {8, 4});
  CHECK(held(repeated, 0, 0) == std::vector<Dims>{{0, 0}, {0, 1}, {4, 0}, {4, 1}});
}

TEST_CASE("register 2 of lane 5 of warp 1 holds (9,6), as the header computes by hand") {
  const Layout layout = build(example(), {16, 16});
  CHECK(layout.coordinate({.reg = 2}) == Dims{0, 2});
  CHECK(layout.coordinate({.lane = 5}) == Dims{1, 4});
  CHECK(layout.coordinate({.warp = 1}) == Dims{8, 0});
  const Place place{.warp = 1, .lane = 5, .reg = 2};
  CHECK(layout.coordinate(place) == Dims{9, 6});
  CHECK(owners_of(layout, {9, 6}) == std::vector{place});
}

TEST_CASE("a place splits into its parts along each axis, as worked by hand") {
  const Layout layout = build(example(), {16, 16});
  const auto splits = layout.tiled()->split({0, 1, 5, 2});
  CHECK(splits[0] == Split{.warp = 1, .lane = 1, .repetition = 0, .element = 0});
  CHECK(splits[1] == Split{.warp = 0, .lane = 1, .repetition = 0, .element = 2});
  CHECK(layout.tiled()->join(splits) == Place{0, 1, 5, 2});
}

TEST_CASE("owners are computed, not searched: 2^30 x 2^30 elements") {
  const Layout layout = build(example(), {huge, huge});
  const Place place{0, 1, 5, (Int{1} << 54) - 2};
  CHECK(owners_of(layout, {huge - 7, huge - 10}) == std::vector{place});
  CHECK(layout.coordinate(place) == Dims{huge - 7, huge - 10});
}

TEST_CASE("every place may hold the same element") {
  const Layout layout = build(example(), {1, 1});
  CHECK(layout.holders({0, 0}) == 256);
  const auto owners = owners_of(layout, {0, 0});
  REQUIRE(owners.size() == 256);
  for (Int i = 0; i < 256; ++i) {
    CHECK(owners[static_cast<std::size_t>(i)] == Place{0, i / 128, i / 4 % 32, i % 4});
  }
}

TEST_CASE("a layout meets a region only if one of its places holds one of its elements") {
  const Layout layout = build(example(), {16, 16});
  Region region = layout.everything();
  CHECK(meets(layout, region));
  region.warp = {0, 1};
  region.box[0] = {8, 16};
  CHECK_FALSE(meets(layout, region));
  region.warp = {1, 2};
  CHECK(meets(layout, region));
}

TEST_CASE("registers come in repetitions of the thread tile") {
  const Layout layout = build(example(), {32, 16});
  CHECK(layout.repetitions() == 2);
  CHECK(layout.repetition(1) == Range{4, 8});
}

TEST_CASE("registers are contiguous along the fastest dimension of the thread tile") {
  const Layout layout = build(example(), {16, 16});
  CHECK(contiguous_registers(layout, 1, 16) == 4);
  CHECK(contiguous_registers(layout, 1, 2) == 2);
  CHECK(contiguous_registers(layout, 0, 16) == 1);
}

TEST_CASE("the footprint of a warp is a product of rows and columns") {
  const Layout layout = build(example(), {16, 16});
  const auto footprint = warp_footprint(layout, {.warp = 1}, 4);
  REQUIRE(footprint);
  REQUIRE(footprint->size() == 2);
  REQUIRE(footprint->at(0).size() == 1);
  CHECK(footprint->at(0)[0].first == 8);
  CHECK(footprint->at(0)[0].run == 8);
  REQUIRE(footprint->at(1).size() == 1);
  CHECK(footprint->at(1)[0].first == 0);
  CHECK(footprint->at(1)[0].run == 16);
}

}  // namespace layoutq
