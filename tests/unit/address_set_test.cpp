#include "core/questions/address_set.h"

#include <doctest/doctest.h>

namespace layoutq {

TEST_CASE("consecutive addresses share sectors, and touch one more if they start within a sector") {
  AddressSet set(8);
  REQUIRE(set.repeat(1, 16));
  CHECK(set.sectors(0) == 2);
  CHECK(set.sectors(8) == 2);
  CHECK(set.sectors(1) == 3);
}

TEST_CASE("rows that lie at least a sector apart share no sectors") {
  AddressSet set(8);
  REQUIRE(set.repeat(1, 4));
  REQUIRE(set.repeat(16, 32));
  CHECK(set.sectors(0) == 32);
  CHECK(set.sectors(6) == 64);  // each row then spans two sectors
}

TEST_CASE("repeating the same addresses touches no more sectors") {
  AddressSet set(8);
  REQUIRE(set.repeat(100, 3));
  REQUIRE(set.repeat(0, 5));
  CHECK(set.sectors(0) == 3);
}

TEST_CASE("overlapping copies with gaps cannot be counted") {
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

TEST_CASE("an appended set shares at most one sector") {
  AddressSet set(8), next(8);
  REQUIRE(set.append(next, 7));
  CHECK(set.sectors(0) == 1);
  CHECK(set.sectors(1) == 2);
}

TEST_CASE("with sectors of one element, a set counts its addresses") {
  AddressSet set(1);
  REQUIRE(set.repeat(3, 1000000000));
  CHECK(set.sectors(0) == 1000000000);
}

}  // namespace layoutq
