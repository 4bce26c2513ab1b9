#include "core/questions/replication.h"

#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

TEST_CASE("a tensor as large as the tile is held once") {
  const Replication got = replication(build(example(), {16, 16}));
  CHECK(got.registers_per_thread == 4);
  CHECK(got.threads == 64);
  CHECK(got.elements == 256);
  CHECK(got.copies_min == 1);
  CHECK(got.copies_max == 1);
  CHECK(got.redundant == 0);
}

TEST_CASE("if two warps hold every element, half of the places are redundant") {
  const Replication got = replication(build(example(), {8, 16}));
  CHECK(got.copies_min == 2);
  CHECK(got.copies_max == 2);
  CHECK(got.warps == 2);
  CHECK(got.lanes == 1);
  CHECK(got.registers == 1);
  CHECK(got.redundant == 0.5);
}

TEST_CASE("dropped dimensions make copies") {
  const Replication got = replication(build(slice_of(example(), 1), {16}));
  CHECK(got.copies_max == 4);
  CHECK(got.lanes == 4);
  CHECK(got.redundant == 0.75);
}

TEST_CASE("if the tile does not divide the extent, some elements have a copy") {
  // Two repetitions of the tile of 32 give 64 places for 40 elements.
  const Replication got = replication(build(blocked({1}, {32}, {1}, {0}), {40}));
  CHECK(got.copies_min == 1);
  CHECK(got.copies_max == 2);
  CHECK(got.warps == 0);
  CHECK(got.redundant == doctest::Approx(0.375));
}

}  // namespace layoutq
