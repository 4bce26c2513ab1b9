#include "core/questions/address_set.h"

#include <doctest/doctest.h>

namespace layoutq {

TEST_CASE("neighbours share sectors, but for a start within one") {
  AddressSet set(8);
  REQUIRE(set.repeat(1, 16));
  CHECK(set.sectors(0) == 2);
  CHECK(set.sectors(8) == 2);
  CHECK(set.sectors(1) == 3);
}

TEST_CASE("rows a sector or more apart touch their own sectors") {
  AddressSet set(8);
  REQUIRE(set.repeat(1, 4));
  REQUIRE(set.repeat(16, 32));
  CHECK(set.sectors(0) == 32);
  CHECK(set.sectors(6) == 64);  // each row then lies across two
}

TEST_CASE("the same addresses again touch nothing more") {
  AddressSet set(8);
  REQUIRE(set.repeat(100, 3));
  REQUIRE(set.repeat(0, 5));
  CHECK(set.sectors(0) == 3);
}

TEST_CASE("copies with gaps that overlap cannot be told") {
  AddressSet set(8);
  REQUIRE(set.repeat(100, 10));
  CHECK_FALSE(set.repeat(101, 10));
}

TEST_CASE("addresses of two strides that interleave are counted without listing") {
  // 3·x + 5·y, x < 10, y < 7: (x + 5, y) and (x, y + 3) meet, so 70 − 5·4 are different.
  AddressSet set(1);
  REQUIRE(set.repeat(3, 10));
  REQUIRE(set.repeat(5, 7));
  CHECK(set.sectors(0) == 50);
}

TEST_CASE("what is appended shares at most one sector") {
  AddressSet set(8), next(8);
  REQUIRE(set.append(next, 7));
  CHECK(set.sectors(0) == 1);
  CHECK(set.sectors(1) == 2);
}

TEST_CASE("sectors of one element count the addresses") {
  AddressSet set(1);
  REQUIRE(set.repeat(3, 1000000000));
  CHECK(set.sectors(0) == 1000000000);
}

}  // namespace layoutq
