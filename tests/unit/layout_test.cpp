#include "core/layout/layout.h"

#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

TEST_CASE("owners on 2^30 x 2^30 come at once" * doctest::timeout(1)) {
  const Layout layout = build(example(), {huge, huge});
  const Place place{0, 1, 5, (Int{1} << 54) - 2};
  CHECK(owners_of(layout, {huge - 7, huge - 10}) == std::vector{place});
  CHECK(layout.coordinate(place) == Dims{huge - 7, huge - 10});
}

TEST_CASE("one element may be in every place") {
  const Layout layout = build(example(), {1, 1});
  CHECK(layout.holders({0, 0}) == 256);
  const auto owners = owners_of(layout, {0, 0});
  REQUIRE(owners.size() == 256);
  for (Int i = 0; i < 256; ++i) {
    CHECK(owners[static_cast<std::size_t>(i)] == Place{0, i / 128, i / 4 % 32, i % 4});
  }
}

TEST_CASE("a place splits by dimension as by hand") {
  const Layout layout = build(example(), {16, 16});
  const auto splits = layout.tiled()->split({0, 1, 5, 2});
  CHECK(splits[0] == Split{.warp = 1, .lane = 1, .repetition = 0, .element = 0});
  CHECK(splits[1] == Split{.warp = 0, .lane = 1, .repetition = 0, .element = 2});
  CHECK(layout.tiled()->join(splits) == Place{0, 1, 5, 2});
}

TEST_CASE("a region meets the layout only where its places hold its elements") {
  const Layout layout = build(example(), {16, 16});
  Region region = layout.everything();
  CHECK(layout.meets(region));
  region.warp = {0, 1};
  region.box[0] = {8, 16};
  CHECK_FALSE(layout.meets(region));
  region.warp = {1, 2};
  CHECK(layout.meets(region));
}

TEST_CASE("registers come in repetitions of the tile") {
  const Layout layout = build(example(), {32, 16});
  CHECK(layout.repetitions() == 2);
  CHECK(layout.repetition(1) == Range{4, 8});
}

TEST_CASE("vectors run along the fastest dimension of the block") {
  const Layout layout = build(example(), {16, 16});
  CHECK(layout.vector_registers(1, 16) == 4);
  CHECK(layout.vector_registers(1, 2) == 2);
  CHECK(layout.vector_registers(0, 16) == 1);
}

}  // namespace layoutq
