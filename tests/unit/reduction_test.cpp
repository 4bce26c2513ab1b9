#include "core/questions/reduction.h"

#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

TEST_CASE("the example sums its rows in two shuffle rounds within a warp") {
  const Reduction got = reduction(build(example(), {16, 16}), 1);
  CHECK(got.in_thread == 4);
  CHECK(got.lanes == 4);
  CHECK(got.shuffle_rounds == 2);
  CHECK(got.results_per_thread == 1);
  CHECK(got.shuffles == 2);
  CHECK(got.warps == 1);
  CHECK_FALSE(got.cross_warp);
}

TEST_CASE("the example sums its columns in three shuffle rounds and across warps") {
  const Reduction got = reduction(build(example(), {16, 16}), 0);
  CHECK(got.in_thread == 1);
  CHECK(got.shuffle_rounds == 3);
  CHECK(got.results_per_thread == 4);
  CHECK(got.shuffles == 12);
  CHECK(got.cross_warp);
}

TEST_CASE("copies are added only once") {
  CHECK_FALSE(reduction(build(example(), {8, 16}), 0).cross_warp);
}

TEST_CASE("warps that hold different columns do not exchange data to sum each column") {
  const Layout layout = build(blocked({1, 4}, {16, 2}, {1, 2}, {1, 0}), {16, 16});
  CHECK_FALSE(reduction(layout, 0).cross_warp);
  CHECK(reduction(layout, 1).cross_warp);
}

TEST_CASE("a thread adds its repetitions by itself") {
  CHECK(reduction(build(example(), {16, 32}), 1).in_thread == 8);
}

TEST_CASE("avoiding a second warp is cheaper than saving shuffles") {
  const Layout layout = build(example(), {16, 16});
  CHECK(cheaper(reduction(layout, 1), reduction(layout, 0)));
  CHECK_FALSE(cheaper(reduction(layout, 0), reduction(layout, 1)));
  CHECK(cheaper({.shuffles = 9}, {.shuffles = 0, .cross_warp = true}));
}

}  // namespace layoutq
