#include <doctest/doctest.h>

#include "core/kinds/description.h"
#include "tests/unit/layouts.h"

namespace layoutq {

TEST_CASE("four lanes hold each row of the example once its columns are dropped") {
  const Layout layout = build(slice_of(example(), 1), {16});
  CHECK(layout.registers() == 1);
  for (Int lane = 0; lane < 32; ++lane) {
    CHECK(held(layout, 0, lane) == std::vector<Dims>{{lane / 4}});
    CHECK(held(layout, 1, lane) == std::vector<Dims>{{8 + lane / 4}});
  }
}

TEST_CASE("slices can be nested") {
  const Description parent = blocked({1, 1, 4}, {2, 2, 8}, {1, 1, 1}, {2, 0, 1});
  const Layout layout = build(slice_of(slice_of(parent, 2), 1), {2});
  CHECK(layout.registers() == 1);
  for (Int lane = 0; lane < 32; ++lane) {
    const bool one = (8 <= lane && lane < 16) || 24 <= lane;
    CHECK(held(layout, 0, lane) == std::vector<Dims>{{one ? 1 : 0}});
  }
}

TEST_CASE("a slice drops the registers that hold what a lower register holds") {
  // The tile of 4 takes 8 registers for 6 elements; registers 6 and 7 repeat elements 0 and 1.
  const Layout layout = build(slice_of(blocked({4, 1}, {1, 1}, {1, 1}, {0, 1}), 1), {6});
  CHECK(held(layout, 0, 0) == std::vector<Dims>{{0}, {1}, {2}, {3}, {4}, {5}});
}

TEST_CASE("the dimensions of a slice are numbered without those that it drops") {
  const Description parent = blocked({1, 1, 4}, {2, 2, 8}, {1, 1, 1}, {2, 0, 1});
  const Description description = slice_of(slice_of(parent, 1), 0);
  CHECK(rank(description) == 1);
  CHECK(innermost_dimensions(description) == Dims{2});
  CHECK(std::get<Blocked>(innermost(description).kind).size_per_thread == Dims{1, 1, 4});
}

}  // namespace layoutq
