#include <doctest/doctest.h>

#include "core/kinds/description.h"
#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

std::string wrong(const Blocked& blocked, Int warp_size) {
  const auto problem = problem_of(blocked, warp_size);
  return problem ? std::string(problem->parameter) : "";
}

}  // namespace

TEST_CASE("a blocked layout's numbers must fit each other") {
  CHECK(wrong({{1, 4}, {8, 4}, {2, 1}, {1, 0}}, 32) == "");
  CHECK(wrong({{1, 4}, {8, 8}, {2, 1}, {1, 0}}, 64) == "");
  CHECK(wrong({{1, 4}, {8, 8}, {2, 1}, {1, 0}}, 32) == "threads_per_warp");
  CHECK(wrong({{1, 4}, {32}, {2, 1}, {1, 0}}, 32) == "threads_per_warp");
  CHECK(wrong({{0, 4}, {8, 4}, {2, 1}, {1, 0}}, 32) == "size_per_thread");
  CHECK(wrong({{1, 4}, {8, 4}, {2, -1}, {1, 0}}, 32) == "warps_per_cta");
  CHECK(wrong({{1, 4}, {8, 4}, {2, 1}, {1, 1}}, 32) == "order");
  CHECK(wrong({{1, 4}, {8, 4}, {2, 1}, {0}}, 32) == "order");
  CHECK(wrong({{1, 4}, {8, 4}, {2, 1}, {1, 2}}, 32) == "order");
}

TEST_CASE("a tile may be 2^31 - 1 wide, not more") {
  CHECK(wrong({{max_extent}, {1}, {1}, {0}}, 1) == "");
  CHECK(wrong({{Int{1} << 26}, {32}, {1}, {0}}, 32) == "size_per_thread");
  CHECK(wrong({{max_extent, 1}, {max_extent, 1}, {max_extent, 1}, {0, 1}}, max_extent) ==
        "size_per_thread");
}

TEST_CASE("the shape has the layout's rank, positive extents and at most 2^62 places") {
  const Description one = blocked({1, 1}, {1, 1}, {1, 1}, {1, 0});
  CHECK_FALSE(problem_of(one, {Int{1} << 30, Int{1} << 30}));
  CHECK_FALSE(problem_of(one, {max_extent, max_extent}));
  CHECK(problem_of(one, {max_extent + 1, 1}));
  CHECK(problem_of(one, {0, 1}));
  CHECK(problem_of(one, {16}));
  CHECK(
      problem_of(blocked({1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {2, 1, 0}), {max_extent, max_extent, 2}));
}

TEST_CASE("a slice whose parent has too many registers can be built: it keeps only a few") {
  // Of the dropped dimensions' 2^31 - 1 registers each, one is left.
  const Dims wide{max_extent, max_extent, max_extent};
  const Description parent = blocked(wide, {1, 1, 1}, {1, 1, 1}, {2, 1, 0});
  const Description description = slice_of(slice_of(parent, 2), 1);
  REQUIRE_FALSE(problem_of(description, {4}));
  CHECK(build(description, {4}).registers() == 4);
}

TEST_CASE("Triton takes powers of two and at most 2^20 elements") {
  CHECK(refused_by_triton(example(), {1024, 1024}).empty());
  CHECK(refused_by_triton(example(), {2048, 1024}).size() == 1);
  CHECK(refused_by_triton(example(), {16, 12}).size() == 1);
  CHECK(refused_by_triton(blocked({3}, {32}, {5}, {0}), {96}).size() == 3);
}

}  // namespace layoutq
