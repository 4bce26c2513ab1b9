#include "core/questions/conversion.h"

#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

Conversion converted(const Layout& from, const Layout& to) { return conversion(from, to).value(); }

}  // namespace

TEST_CASE("a conversion of a layout into itself moves nothing") {
  const Layout one = build(example(), {16, 16});
  const Conversion got = converted(one, one);
  CHECK(got.moves == Moves::none);
  CHECK(got.elements == 256);
  CHECK(got.blocks == 0);
  CHECK(got.warps == 0);
  CHECK(got.lanes == 0);
  CHECK(got.registers == 0);
}

TEST_CASE("registers in another order are renamed") {
  const Conversion got = converted(build(blocked({2, 2}, {8, 4}, {1, 1}, {1, 0}), {16, 8}),
                                   build(blocked({2, 2}, {8, 4}, {1, 1}, {1, 0}), {16, 8}));
  CHECK(got.moves == Moves::none);
  const LinearLayout from({4, 2}, {{0, 1}, {1, 0}}, {{2, 0}}, {}, {});
  const LinearLayout to({4, 2}, {{1, 0}, {0, 1}}, {{2, 0}}, {}, {});
  const Conversion renamed = converted(from, to);
  CHECK(renamed.moves == Moves::registers);
  CHECK(renamed.registers == 4);  // of (0, 1) and (1, 0), each in two lanes
  CHECK(renamed.lanes == 0);
}

TEST_CASE("registers that hold copies do not matter") {
  const LinearLayout from({4}, {{1}}, {{2}}, {}, {});
  const LinearLayout to({4}, {{0}, {1}}, {{2}}, {}, {});
  CHECK(converted(from, to).moves == Moves::none);
}

TEST_CASE("one register bit can move by shuffles, two move through shared memory") {
  const LinearLayout from({16}, {{1}, {2}}, {{4}, {8}}, {}, {});
  const LinearLayout one_bit({16}, {{4}, {2}}, {{1}, {8}}, {}, {});
  CHECK(converted(from, one_bit).moves == Moves::shuffle);
  const LinearLayout two_bits({16}, {{4}, {8}}, {{1}, {2}}, {}, {});
  CHECK(converted(from, two_bits).moves == Moves::shared);
  const LinearLayout lanes_alone({16}, {{1}, {2}}, {{8}, {4}}, {}, {});
  const Conversion shuffled = converted(from, lanes_alone);
  CHECK(shuffled.moves == Moves::shuffle);
  CHECK(shuffled.lanes == 8);  // all except those of lanes 0 and 3
  CHECK(shuffled.registers == 0);
}

TEST_CASE("data moves between warps and CTAs through shared memory") {
  const LinearLayout from({4}, {}, {{1}}, {{2}}, {});
  const LinearLayout to({4}, {}, {{2}}, {{1}}, {});
  const Conversion got = converted(from, to);
  CHECK(got.moves == Moves::shared);
  CHECK(got.warps == 2);
  CHECK(got.lanes == 2);
  const LinearLayout blocks({4}, {}, {{2}}, {}, {{1}});
  const LinearLayout others({4}, {}, {{1}}, {}, {{2}});
  CHECK(converted(blocks, others).moves == Moves::shared);
  CHECK(converted(blocks, others).blocks == 2);
}

TEST_CASE("overlapping bases are compared by what they span") {
  const LinearLayout from({4}, {{1}, {2}}, {}, {}, {});
  const LinearLayout to({4}, {{1}, {3}}, {}, {}, {});
  CHECK(converted(from, to).moves == Moves::registers);
  CHECK(converted(from, to).registers == 2);
}

TEST_CASE("an element that a warp does not hold comes through shared memory") {
  // In the first layout each warp holds one element, in the second both.
  const LinearLayout from({2}, {{0}}, {}, {{1}}, {});
  const LinearLayout to({2}, {{1}}, {}, {{1}}, {});
  CHECK(converted(from, to).moves == Moves::shared);
}

TEST_CASE("the accumulator of an mma becomes operand A without moving data") {
  // Flash attention does this with P, which is the operand of its second product (kWidth 2).
  const Description mma{NvidiaMma{2, 0, {4, 1}, {16, 8}}};
  const Description a{DotOperand{0, std::make_shared<const Description>(mma), 2}};
  CHECK(converted(build(mma, {64, 16}), build(a, {64, 16})).moves == Moves::none);
}

TEST_CASE("only layouts whose sizes are powers of two convert") {
  const Layout threes = build(blocked({3}, {4}, {1}, {0}), {12});
  CHECK_FALSE(conversion(threes, threes));
}

}  // namespace layoutq
