#include "core/layout/linear/bits.h"

#include <doctest/doctest.h>

namespace layoutq {

TEST_CASE("a span adds only vectors that it does not contain yet") {
  BitSpan span;
  CHECK(span.add(0b011));
  CHECK(span.add(0b110));
  CHECK_FALSE(span.add(0b101));  // the xor of both
  CHECK_FALSE(span.add(0));
  CHECK(span.rank() == 2);
}

TEST_CASE("no vector of a basis has the leading bit of another") {
  BitSpan span;
  REQUIRE(span.add(0b110));
  REQUIRE(span.add(0b010));
  CHECK(span.basis() == std::vector<Bits>{0b100, 0b010});
}

TEST_CASE("a vector reduces to the smallest one that differs by a vector of the span") {
  BitSpan span;
  REQUIRE(span.add(0b1100));
  REQUIRE(span.add(0b0110));
  CHECK(span.reduced(0b1010) == 0);  // the xor of both
  CHECK(span.reduced(0b1000) == 0b0010);
  CHECK(span.reduced(0b0001) == 0b0001);
}

TEST_CASE("a span works up to the highest bit") {
  BitSpan span;
  CHECK(span.add(bit(63)));
  CHECK(span.add(~Bits{0}));
  CHECK(span.reduced(bits_below(63)) == 0);
  CHECK(bits_below(64) == ~Bits{0});
  CHECK(bits_below(0) == 0);
}

TEST_CASE("equations have a solution until one contradicts the others") {
  BitEquations equations;
  CHECK(equations.add(0b011, true));   // x0 + x1 = 1
  CHECK(equations.add(0b110, false));  // x1 + x2 = 0
  BitEquations contradicted = equations;
  CHECK(equations.add(0b101, true));  // their sum, x0 + x2 = 1
  CHECK_FALSE(contradicted.add(0b101, false));
  CHECK(equations.add(0b001, false));
  CHECK_FALSE(equations.add(0b100, false));  // x2 must be 1 by now
}

TEST_CASE("the parity of no bits is 0, not 1") {
  BitEquations equations;
  CHECK(equations.add(0, false));
  CHECK_FALSE(equations.add(0, true));
}

}  // namespace layoutq
