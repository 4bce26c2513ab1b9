#include "core/layout/linear/bits.h"

#include <doctest/doctest.h>

namespace layoutq {

TEST_CASE("a span takes in what it does not reach yet") {
  BitSpan span;
  CHECK(span.add(0b011));
  CHECK(span.add(0b110));
  CHECK_FALSE(span.add(0b101));  // the xor of both
  CHECK_FALSE(span.add(0));
  CHECK(span.rank() == 2);
}

TEST_CASE("of two vectors of a basis neither has the other's leading bit") {
  BitSpan span;
  REQUIRE(span.add(0b110));
  REQUIRE(span.add(0b010));
  CHECK(span.basis() == std::vector<Bits>{0b100, 0b010});
}

TEST_CASE("what is reduced is the least that differs by the span") {
  BitSpan span;
  REQUIRE(span.add(0b1100));
  REQUIRE(span.add(0b0110));
  CHECK(span.reduced(0b1010) == 0);  // the xor of both
  CHECK(span.reduced(0b1000) == 0b0010);
  CHECK(span.reduced(0b0001) == 0b0001);
}

TEST_CASE("a span reaches to the highest bit") {
  BitSpan span;
  CHECK(span.add(bit(63)));
  CHECK(span.add(~Bits{0}));
  CHECK(span.reduced(bits_below(63)) == 0);
  CHECK(bits_below(64) == ~Bits{0});
  CHECK(bits_below(0) == 0);
}

TEST_CASE("equations hold together until one contradicts the others") {
  BitEquations equations;
  CHECK(equations.add(0b011, true));   // x0 + x1 = 1
  CHECK(equations.add(0b110, false));  // x1 + x2 = 0
  BitEquations contradicted = equations;
  CHECK(equations.add(0b101, true));  // their sum, x0 + x2 = 1
  CHECK_FALSE(contradicted.add(0b101, false));
  CHECK(equations.add(0b001, false));
  CHECK_FALSE(equations.add(0b100, false));  // x2 is 1 by now
}

TEST_CASE("nothing is 0, and not 1") {
  BitEquations equations;
  CHECK(equations.add(0, false));
  CHECK_FALSE(equations.add(0, true));
}

}  // namespace layoutq
