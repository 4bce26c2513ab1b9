#include "core/layout/dims.h"

#include <doctest/doctest.h>

#include <limits>

namespace layoutq {

TEST_CASE("a dimension can be inserted and erased anywhere") {
  Dims dims{3, 5};
  dims.insert(0, 2);
  CHECK(dims == Dims{2, 3, 5});
  dims.insert(3, 7);
  CHECK(dims == Dims{2, 3, 5, 7});
  dims.erase(1);
  CHECK(dims == Dims{2, 5, 7});
  CHECK(dims.rank() == 3);
  CHECK(Dims(2, 1) == Dims{1, 1});
  CHECK_FALSE(Dims{1} == Dims{1, 1});
}

TEST_CASE("checked arithmetic returns nullopt if the result does not fit") {
  constexpr Int greatest = std::numeric_limits<Int>::max();
  CHECK(checked_add(greatest - 1, 1) == greatest);
  CHECK(checked_add(greatest, 1) == std::nullopt);
  CHECK(checked_multiply(Int{1} << 31, Int{1} << 31) == Int{1} << 62);
  CHECK(checked_multiply(Int{1} << 32, Int{1} << 31) == std::nullopt);
  CHECK(checked_product(Dims{}) == 1);
  CHECK(checked_product(Dims{2, 3, 5}) == 30);
  CHECK(checked_product(Dims(8, Int{1} << 8)) == std::nullopt);
}

TEST_CASE("division rounds up, and a remainder is never negative") {
  CHECK(ceil_div(0, 4) == 0);
  CHECK(ceil_div(4, 4) == 1);
  CHECK(ceil_div(5, 4) == 2);
  CHECK(floor_mod(-1, 4) == 3);
  CHECK(floor_mod(-4, 4) == 0);
  CHECK(floor_mod(5, 4) == 1);
}

TEST_CASE("a range is half-open") {
  const Range range{4, 8};
  CHECK(range.size() == 4);
  CHECK(range.contains(4));
  CHECK(range.contains(7));
  CHECK_FALSE(range.contains(8));
}

}  // namespace layoutq
