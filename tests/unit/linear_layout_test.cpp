#include "core/layout/linear/linear_layout.h"

#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

/// Lanes and warps that hold copies and combine by xor, on 32 elements.
Layout reported() {
  return Layout(LinearLayout({32}, {}, {{0}, {16}, {4}, {2}, {1}}, {{0}, {8}}, {}));
}

}  // namespace

TEST_CASE("elements of a layout by bases are in the places that the xor says, copies included") {
  const Layout layout = reported();
  CHECK(owners_of(layout, {5}) ==
        std::vector<Place>{{0, 0, 20, 0}, {0, 0, 21, 0}, {0, 1, 20, 0}, {0, 1, 21, 0}});
  CHECK(owners_of(layout, {24}) ==
        std::vector<Place>{{0, 2, 2, 0}, {0, 2, 3, 0}, {0, 3, 2, 0}, {0, 3, 3, 0}});
  CHECK(layout.copies(Index::warp) == 2);
  CHECK(layout.copies(Index::lane) == 2);
  CHECK(layout.copies_max() == 4);
}

TEST_CASE("a layout whose lanes move nothing has every element in all of them") {
  const Layout layout(
      LinearLayout({16, 1}, {{4, 0}, {8, 0}}, Bases(5, Coordinate{0, 0}), {{1, 0}, {2, 0}}, {}));
  CHECK(layout.copies(Index::lane) == 32);
  CHECK(layout.holders({9, 0}) == 32);
  CHECK(owners_of(layout, {9, 0}).front() == Place{0, 1, 0, 2});
}

TEST_CASE("owners among 2^60 elements by bases come at once" * doctest::timeout(1)) {
  const Int huge = Int{1} << 30;
  const Layout layout(*build(example(), {huge, huge}).linear());
  const Place place{0, 1, 5, (Int{1} << 54) - 2};
  CHECK(owners_of(layout, {huge - 7, huge - 10}) == std::vector{place});
  CHECK(layout.coordinate(place) == Dims{huge - 7, huge - 10});
}

TEST_CASE("bases that overlap in bits are solved, not searched") {
  // 3 and 1 span what 1 and 2 span.
  const Layout layout(LinearLayout({4}, {{3}, {1}}, {}, {}, {}));
  CHECK(held(layout, 0, 0) == std::vector<Dims>{{0}, {3}, {1}, {2}});
  CHECK(owners_of(layout, {2}) == std::vector{Place{0, 0, 0, 3}});
  CHECK_FALSE(surjective({4}, {}));
}

TEST_CASE("registers that move past lanes and warps repeat the tile") {
  // As an accumulator of mma.sync on 32 x 16: registers +1 and +8 rows within the tile.
  const Layout layout(LinearLayout({32, 16}, {{0, 1}, {8, 0}, {0, 8}, {16, 0}},
                                   {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {}, {}));
  CHECK(layout.tiling(1).size_per_thread == 2);
  CHECK(layout.tiling(1).reps == 2);
  CHECK(layout.tiling(1).tile == 8);
  CHECK(layout.tiling(0).threads_per_warp == 8);
  CHECK(layout.repetitions() == 1);
}

}  // namespace layoutq
