#include "cmd/flags/read.h"

#include <doctest/doctest.h>

#include "cmd/error.h"
#include "cmd/flags/dtype.h"

namespace layoutq {

namespace {

Dims list(std::string_view text) { return read_list("--spt", text, {1, 100}); }

}  // namespace

TEST_CASE("a list is read as people type it in a shell, in MLIR and in Python") {
  CHECK(list("1,4") == Dims{1, 4});
  CHECK(list("1x4") == Dims{1, 4});
  CHECK(list("[1, 4]") == Dims{1, 4});
  CHECK(list("(1, 4)") == Dims{1, 4});
  CHECK(list("8") == Dims{8});
  CHECK(list("[8]") == Dims{8});
}

TEST_CASE("numbers are decimal digits, with or without leading zeros") {
  CHECK(list("010") == Dims{10});
  CHECK_THROWS_AS(list("0x10"), Error);
  CHECK_THROWS_AS(list("+1"), Error);
  CHECK_THROWS_AS(list("1e1"), Error);
  CHECK_THROWS_AS(list("101"), Error);
  CHECK_THROWS_AS(list("18446744073709551617"), Error);
}

TEST_CASE("a dimension may be counted from the end") {
  CHECK(read_dimension("--axis", "-1", 3) == 2);
  CHECK(read_dimension("--axis", "-3", 3) == 0);
  CHECK_THROWS_AS(read_dimension("--axis", "-4", 3), Error);
  CHECK(read_order("--order", "-1,0", 2) == Dims{1, 0});
  CHECK_THROWS_AS(read_order("--order", "-1,1", 2), Error);
}

TEST_CASE("a range is half-open and lies within the count") {
  CHECK(read_range("--lane", "4", 8, "lanes") == Range{4, 5});
  CHECK(read_range("--lane", "4:8", 8, "lanes") == Range{4, 8});
  CHECK(read_range("--lane", ":8", 8, "lanes") == Range{0, 8});
  CHECK(read_range("--lane", "4:", 8, "lanes") == Range{4, 8});
  CHECK_THROWS_AS(read_range("--lane", "4:9", 8, "lanes"), Error);
  CHECK_THROWS_AS(read_range("--lane", "4:4", 8, "lanes"), Error);
}

TEST_CASE("a printable text is one line of bounded length") {
  CHECK(printable("a\nb") == "a\\x0ab");
  CHECK(printable(std::string(200, 'a')).size() == 83);
}

TEST_CASE("an element type has the same size by each of its names") {
  for (const char* name : {"fp16", "float16", "half", "f16", "torch.float16", "np.float16", "bf16",
                           "bfloat16", "tl.bfloat16", "int16", "i16", "u16"}) {
    CAPTURE(name);
    CHECK(dtype_bytes(name) == 2);
  }
  for (const char* name : {"fp8e4nv", "f8E4M3FN", "float8_e4m3fn", "int8", "i8", "u8", "i1"}) {
    CAPTURE(name);
    CHECK(dtype_bytes(name) == 1);
  }
  CHECK(dtype_bytes("float") == 4);
  CHECK(dtype_bytes("fp64") == 8);
  CHECK(dtype_bytes("complex128") == 16);
  CHECK_FALSE(dtype_bytes("fp17"));
  CHECK_FALSE(dtype_bytes(""));
  CHECK_FALSE(dtype_bytes("torch."));
}

}  // namespace layoutq
