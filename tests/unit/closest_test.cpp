#include "cmd/closest.h"

#include <doctest/doctest.h>

#include "cmd/flags/dtype.h"

namespace layoutq {

TEST_CASE("the closest name takes the fewest edits, at most a third of its letters") {
  const std::vector<std::string> names{"owners", "map", "reduce", "--shape", "--slice"};
  CHECK(closest("onwers", names) == "owners");  // to swap two letters is one edit
  CHECK(closest("mpa", names) == "map");
  CHECK(closest("reduces", names) == "reduce");
  CHECK(closest("--shpae", names) == "--shape");
  CHECK(closest("--slcie", names) == "--slice");
  CHECK_FALSE(closest("convert", names));
  CHECK_FALSE(closest("", names));
  CHECK_FALSE(closest(std::string(1000, 'o'), names));
  CHECK(did_you_mean(closest("maps", names)) == " (did you mean map?)");
  CHECK(did_you_mean(std::nullopt).empty());
}

TEST_CASE("the closest element type is found without the module and regardless of capitals") {
  CHECK(closest_dtype("flaot32") == "float32");
  CHECK(closest_dtype("torch.bflaot16") == "bfloat16");
  CHECK(closest_dtype("F8E4M3FM") == "f8e4m3fn");
  CHECK_FALSE(closest_dtype("quaternion"));
}

}  // namespace layoutq
