#include "core/text/layout_text.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

std::string again(std::string_view text, const Aliases& aliases = {}) {
  const auto answer = read_layout_text(text, aliases);
  if (const auto* problem = std::get_if<TextProblem>(&answer)) {
    return std::to_string(problem->at) + ": " + problem->reason;
  }
  return mlir_text(std::get<Description>(answer));
}

constexpr std::string_view blocked_text =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], "
    "order = [1, 0]}>";

}  // namespace

TEST_CASE("MLIR and Gluon's Python spell one layout") {
  CHECK(again(blocked_text) == blocked_text);
  for (std::string_view text :
       {"BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0])",
        "gl.BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[2, 1], "
        "order=[1, 0], cga_layout=[])"}) {
    CHECK(again(text) == blocked_text);
  }
  CHECK(again("x = ttgl.BlockedLayout((1, 4),\n (8, 4), (2, 1), order=(1, 0),)") == blocked_text);
  CHECK(again("ttgl.constexpr(BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0]))") == blocked_text);
  CHECK(again("SliceLayout(dim=1, parent=NVMMADistributedLayout(version=[2, 0], "
              "warps_per_cta=[2, 2], instr_shape=[16, 8]))") ==
        "#ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
        "warpsPerCTA = [2, 2], instrShape = [16, 8]}>}>");
  CHECK(again("DistributedLinearLayout(reg_bases=[[0, 1]], lane_bases=[[1, 0]], warp_bases=[], "
              "block_bases=[], shape=[2, 2])") ==
        "#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>");
  CHECK(again("AMDMFMALayout(3, [32, 32, 8], True, [2, 2], tiles_per_warp=[1, 1])") ==
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
        "isTransposed = true}>");
  CHECK(again("DotOperandLayout(0, AMDWMMALayout(2, False, [2, 2]), 8)") ==
        "#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 2, isTranspose = false, "
        "warpsPerCTA = [2, 2]}>, kWidth = 8}>");
}

TEST_CASE("older spellings are read") {
  CHECK(again("#triton_gpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = "
              "[2, 1], order = [1, 0], CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, "
              "0]}>") == blocked_text);
  // Two CTAs split dimension 1, two more along dimension 0 hold copies.
  CHECK(again("#triton_gpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = "
              "[1, 1], order = [1, 0], CTAsPerCGA = [2, 2], CTASplitNum = [1, 2], CTAOrder = [1, "
              "0]}>") ==
        "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], "
        "order = [1, 0], CGALayout = [[0, 1], [0, 0]]}>");
  CHECK(again("BlockedLayout([1], [32], [1], [0], [2], [2], [0])") ==
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0], "
        "CGALayout = [[1]]}>");
  CHECK(again("#triton_gpu.mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
              "instrShape = [16, 8]}>") ==
        "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
        "instrShape = [16, 8]}>");
  CHECK(again("#ttg.amd_wmma<{version = 3, isTranspose = false, ctaLayout = {register = [[0, 1]], "
              "warp = [[1, 0]]}}>") ==
        "#ttg.amd_wmma<{version = 3, isTranspose = false, ctaLayout = {register = [[0, 1]], "
        "warp = [[1, 0]]}}>");
}

TEST_CASE("tiles that bases place are tiles that warps place in the same order") {
  const auto build_text = [](std::string_view text, const Shape& shape) {
    return mlir_text(*build(std::get<Description>(read_layout_text(text)), shape).linear());
  };
  CHECK(build_text("#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {warp = [[0, 1], "
                   "[1, 0]]}}>",
                   {64, 64}) ==
        build_text("#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [2, 2]}>",
                   {64, 64}));
}

TEST_CASE("names stand for what a file defines") {
  const Description mma = example();
  const Aliases aliases = [&](std::string_view name) { return name == "mma" ? &mma : nullptr; };
  CHECK(again("#mma", aliases) == blocked_text);
  CHECK(again("mma", aliases) == blocked_text);
  CHECK(again("#ttg.slice<{dim = 0, parent = #mma}>", aliases) ==
        "#ttg.slice<{dim = 0, parent = " + std::string(blocked_text) + "}>");
  CHECK(again("#mma1", aliases) == "0: unknown alias 'mma1'");
}

TEST_CASE("a text that can't be read says where and what was expected") {
  CHECK(again("#ttg.blocked<{sizePerThread = [1, 4, threadsPerWarp = [8, 4]}>") ==
        "37: expected ']'");
  CHECK(again("#ttg.blocked<{sizePerThread = [1 4]}>") == "33: expected ',' or ']'");
  CHECK(again("#ttg.slice<{dim = 0}>") == "0: 'parent' is missing");
  CHECK(again("#ttg.slice<{dim = true, parent = #a}>") == "18: expected a number");
  CHECK(again("#ttg.slice<{dim = 0, parent = 4}>") ==
        "30: expected a layout, as in #ttg.blocked<{...}> or BlockedLayout(...)");
  CHECK(again("#ttg.linear<{register = [[1], [1, 2]], lane = [], warp = [], block = []}>") ==
        "30: a basis of 2 numbers, but the first one has 1");
  CHECK(again(std::string(40, '[')) == "32: more than 32 values within each other");
  CHECK(again(std::string(blocked_text) + ">").ends_with("expected the end"));
  CHECK(again("#ttg.blocked<{sizePerThread = [1,2,3,4,5,6,7,8,9]}>") ==
        "47: more than 8 dimensions");
}

TEST_CASE("what a shell has mangled is told to be put in quotes") {
  for (std::string_view text :
       {"#", "#ttg.blocked", "#ttg.blocked{}", "#ttg.blocked<sizePerThread", "ttg.blocked<{}>"}) {
    CHECK(again(text).find("single quotes") != std::string::npos);
  }
}

TEST_CASE("a tensor's type says shape, element and layout") {
  const std::string text = "tensor<64x1x!tt.ptr<f32>, " + std::string(blocked_text) + ">";
  const auto answer = read_tensor_type(text);
  REQUIRE(std::holds_alternative<TensorType>(answer));
  const auto& type = std::get<TensorType>(answer);
  CHECK(type.shape == Dims{64, 1});
  CHECK(type.element == "!tt.ptr<f32>");
  REQUIRE(type.layout);
  CHECK(mlir_text(*type.layout) == blocked_text);
  CHECK_FALSE(std::get<TensorType>(read_tensor_type("tensor<8xbf16>")).layout);
  CHECK(std::get<TextProblem>(read_tensor_type("tensor<8x4xf16, #x>")).at == 16);
  CHECK(std::get<TextProblem>(read_tensor_type("tensor<8>")).reason ==
        "expected 'x' after an extent");
}

}  // namespace layoutq
