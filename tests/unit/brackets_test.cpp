#include "core/text/brackets.h"

#include <doctest/doctest.h>

#include <string>

namespace layoutq {

TEST_CASE("brackets close what they open, whatever stands in strings") {
  CHECK(inside("f(a, (b), \")\") c", 1) == "a, (b), \")\"");
  CHECK(inside("x <{a = 1}> y", 2) == "{a = 1}");
  CHECK(inside("(a -> b)", 0) == "a -> b");
  CHECK(inside("(a", 0) == "a");
  CHECK(inside("", 0).empty());
  CHECK(closing("(a", 0) == 2);
  CHECK(closing("(\"\\\")\")", 0) == 6);
}

TEST_CASE("what stands outside brackets is found first and last") {
  const std::string line = "op %a {x = 1 : i32} : (i32 : i1) -> i8 : i16";
  CHECK(line.substr(first_outside(line, " : ")) == " : (i32 : i1) -> i8 : i16");
  CHECK(line.substr(last_outside(line, " : ")) == " : i16");
  CHECK(first_outside(line, "nothing") == std::string::npos);
  CHECK(first_outside("} loc(x)", "loc(") == 2);
}

TEST_CASE("commas part what is outside brackets") {
  using Parts = std::vector<std::string_view>;
  CHECK(parts_of(" a , b<1, 2>, \"c, d\"") == Parts{"a", "b<1, 2>", "\"c, d\""});
  CHECK(parts_of("a,") == Parts{"a", ""});
  CHECK(parts_of("  ").empty());
  CHECK(trimmed("\t a b \r") == "a b");
}

}  // namespace layoutq
