#include "core/questions/memory.h"

#include <doctest/doctest.h>

namespace layoutq {

TEST_CASE("a row-major stride is the product of all later extents") {
  CHECK(contiguous_strides({2, 3, 5}, {2, 1, 0}) == Dims{15, 5, 1});
  CHECK(contiguous_strides({2, 3, 5}, {0, 1, 2}) == Dims{1, 2, 6});
}

TEST_CASE("a stride is at most 2^62") {
  const Int wide = Int{1} << 31;
  CHECK(contiguous_strides({1, wide, wide}, {2, 1, 0}) == Dims{Int{1} << 62, wide, 1});
  CHECK(contiguous_strides({1, 2 * wide, wide}, {2, 1, 0}) == std::nullopt);
}

TEST_CASE("an address is counted in elements") {
  const Memory memory{.element_bytes = 4, .strides = {16, 1}, .offset_bytes = 32};
  CHECK(memory.address({2, 3}) == 8 + 35);
}

TEST_CASE("memory is addressable if the address of its last byte is below 2^63") {
  const Int far = Int{1} << 62;
  CHECK(addressable({1, {far}, 0}, {2}));
  CHECK_FALSE(addressable({1, {far}, 0}, {3}));
  CHECK_FALSE(addressable({2, {far}, 0}, {2}));
  CHECK(addressable({16, {far}, 0}, {1}));
}

}  // namespace layoutq
