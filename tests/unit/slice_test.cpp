#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

TEST_CASE("without its columns each row of the example is in four lanes") {
  const Layout layout = build(slice_of(example(), 1), {16});
  CHECK(layout.registers() == 1);
  for (Int lane = 0; lane < 32; ++lane) {
    CHECK(held(layout, 0, lane) == std::vector<Dims>{{lane / 4}});
    CHECK(held(layout, 1, lane) == std::vector<Dims>{{8 + lane / 4}});
  }
}

TEST_CASE("slices nest") {
  const Description parent = blocked({1, 1, 4}, {2, 2, 8}, {1, 1, 1}, {2, 0, 1});
  const Layout layout = build(slice_of(slice_of(parent, 2), 1), {2});
  CHECK(layout.registers() == 1);
  for (Int lane = 0; lane < 32; ++lane) {
    const bool one = (8 <= lane && lane < 16) || 24 <= lane;
    CHECK(held(layout, 0, lane) == std::vector<Dims>{{one ? 1 : 0}});
  }
}

TEST_CASE("a slice drops the registers that hold nothing new") {
  // Tile 4 on extent 6: registers 0 to 5 of the parent's 8 hold something new.
  const Layout layout = build(slice_of(blocked({4, 1}, {1, 1}, {1, 1}, {0, 1}), 1), {6});
  CHECK(held(layout, 0, 0) == std::vector<Dims>{{0}, {1}, {2}, {3}, {4}, {5}});
}

TEST_CASE("dimensions of a slice are counted in what is left") {
  const Description parent = blocked({1, 1, 4}, {2, 2, 8}, {1, 1, 1}, {2, 0, 1});
  const Description description = slice_of(slice_of(parent, 1), 0);
  CHECK(rank(description) == 1);
  CHECK(innermost_dimensions(description) == Dims{2});
  CHECK(std::get<Blocked>(innermost(description).kind).size_per_thread == Dims{1, 1, 4});
}

}  // namespace layoutq
