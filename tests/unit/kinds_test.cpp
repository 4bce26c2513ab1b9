#include <doctest/doctest.h>

#include "core/kinds/limits.h"
#include "core/text/layout_text.h"
#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

Description read(std::string_view text) {
  const auto answer = read_layout_text(text);
  REQUIRE(std::holds_alternative<Description>(answer));
  return std::get<Description>(answer);
}

/// What `check` says of the layout, "" for nothing.
std::string refusal(std::string_view text) {
  const auto problem = check(read(text));
  return problem ? std::string(problem->parameter) + " " + problem->reason : "";
}

constexpr std::string_view mma =
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
    "instrShape = [16, 8]}>";

}  // namespace

TEST_CASE("an AMD WMMA tile has rows alternate between half warps in version 1 only") {
  const std::string_view rest = ", isTranspose = false, warpsPerCTA = [1, 1]}>";
  const Layout first = build(read("#ttg.amd_wmma<{version = 1" + std::string(rest)), {16, 16});
  CHECK(owners_of(first, {9, 6}) == std::vector{Place{0, 0, 22, 4}});
  const Layout second = build(read("#ttg.amd_wmma<{version = 2" + std::string(rest)), {16, 16});
  CHECK(owners_of(second, {9, 6}) == std::vector{Place{0, 0, 22, 1}});
}

TEST_CASE("a layout covers by default what its warps do once") {
  CHECK(covered_shape(read(mma)) == Dims{32, 16});
  CHECK(covered_shape(read("SliceLayout(1, BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0]))")) ==
        Dims{16});
  CHECK(covered_shape(read("BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0], [[0, 1]])")) ==
        Dims{16, 32});
}

TEST_CASE("lanes, warps and CTAs come from the text") {
  const Description description = read("BlockedLayout([1], [64], [2], [0], [[1], [0]])");
  CHECK(lanes(description) == 64);
  CHECK(warps(description) == 2);
  CHECK(blocks(description) == 4);
  CHECK(lanes(slice_of(read(mma), 0)) == 32);
}

TEST_CASE("what Triton's verifiers refuse is refused with the reason") {
  const auto operand = [](std::string_view parent, int index, int width) {
    return "#ttg.dot_op<{opIdx = " + std::to_string(index) + ", parent = " + std::string(parent) +
           ", kWidth = " + std::to_string(width) + "}>";
  };
  CHECK(refusal(operand(mma, 0, 2)).empty());
  CHECK(refusal(operand(mma, 0, 16)) ==
        "k_width is 16, which nvidia_mma cannot have (one of 1, 2, 4, 8)");
  CHECK(refusal(operand(mma, 0, 0)) == "k_width is missing: nvidia_mma needs it");
  CHECK(refusal(operand(mma, 2, 2)) == "operand_index is neither 0 (A) nor 1 (B)");
  CHECK(refusal("#ttg.amd_mfma<{version = 1, warpsPerCTA = [1, 1], instrShape = [64, 4, 16], "
                "isTransposed = false}>") == "instr_shape is 64 x 4, which exists only transposed");
  CHECK(refusal("#ttg.linear<{register = [[1]], lane = [[1, 0]], warp = [], block = []}>") ==
        "lane_bases has a basis of 2 numbers, but the layout has 1 dimension");
  CHECK(refusal("#ttg.linear<{register = [[2]], lane = [], warp = [], block = []}>") ==
        "reg_bases and the other bases do not reach every element of shape 4");
  CHECK(refusal("BlockedLayout([3], [32], [1], [0])").empty());
  CHECK(refusal("BlockedLayout([3], [32], [1], [0], [[1]])") ==
        "size_per_thread has 3, which is no power of two");
  CHECK(refusal("BlockedLayout([], [], [], [])") == "size_per_thread is empty");
}

TEST_CASE("layouts by bases take shapes that are powers of two") {
  CHECK(check(read(mma), {24, 16})->reason ==
        "has 24, but layouts other than blocked take only powers of two");
  CHECK_FALSE(check(read(mma), {32, 16}));
  // What is left of 4, 1, 6 below 4 is 1.
  const Description overlapping =
      read("#ttg.linear<{register = [[4]], lane = [[1], [6]], warp = [], block = []}>");
  CHECK(check(overlapping, {4})->parameter == "shape");
  CHECK_FALSE(check(overlapping, {8}));
  const Int huge = Int{1} << 30;
  CHECK_FALSE(check(read(mma), {huge, huge}));
}

}  // namespace layoutq
