#include "core/text/layout_text.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

/// The layout in MLIR's spelling, or "at 12: reason".
std::string read(std::string_view text, const Aliases& aliases = {}) {
  const auto answer = read_layout_text(text, aliases);
  if (const auto* problem = std::get_if<TextProblem>(&answer)) {
    return "at " + std::to_string(problem->at) + ": " + problem->reason;
  }
  return mlir_text(std::get<AnyDescription>(answer));
}

std::string read_type(std::string_view text) {
  const auto answer = read_tensor_type(text);
  const auto* problem = std::get_if<TextProblem>(&answer);
  return problem == nullptr ? "" : "at " + std::to_string(problem->at) + ": " + problem->reason;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

const std::string tile =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], "
    "order = [1, 0]}>";

std::string tile_with(const std::string& more) {
  return tile.substr(0, tile.size() - 2) + ", " + more + "}>";
}

std::string sliced(int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += "#ttg.slice<{dim = 0, parent = ";
  text += tile;
  for (int i = 0; i < times; ++i) text += "}>";
  return text;
}

/// Both are the same layout, which prints as the first.
void check_same(const std::string& mlir, const std::string& python) {
  CAPTURE(python);
  CHECK(read(mlir) == mlir);
  CHECK(read(python) == mlir);
}

}  // namespace

TEST_CASE("a layout reads the same in every spelling") {
  for (const char* text :
       {"#triton_gpu.blocked<{sizePerThread=[1,4], threadsPerWarp=[8,4], warpsPerCTA=[2,1], "
        "order=[1,0]}>",
        "#blocked1 = #ttg.blocked<{order = [1, 0], sizePerThread = [1, 4], threadsPerWarp = [8, "
        "4], "
        "warpsPerCTA = [2, 1],}>",
        "BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[2, 1], "
        "order=[1, 0], cga_layout=[])",
        "ttgl.BlockedLayout([1, 4], [8, 4], (2, 1), order=(1, 0,),)",
        "gluon.language.BlockedLayout([1, 4],\n\t[8, 4], [2, 1], [1, 0], cga_layout = None)",
        "gl.constexpr(gl.BlockedLayout([1, 4], gl.constexpr([8, 4]), [2, 1], [1, 0]))",
        "x = ttgl.BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0], ctas_per_cga=[1, 1], "
        "cta_split_num=[1, 1], cta_order=[1, 0])"}) {
    CAPTURE(text);
    CHECK(read(text) == tile);
  }
}

TEST_CASE("MLIR and Python say the same of every kind") {
  const std::string mma =
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = "
      "[16, 8]}>";
  const std::string mma_python =
      "NVMMADistributedLayout(version=[2, 0], warps_per_cta=[2, 2], instr_shape=[16, 8], "
      "cga_layout=[])";
  const std::pair<std::string, std::string> pairs[] = {
      {"#ttg.slice<{dim = 1, parent = " + tile + "}>",
       "SliceLayout(dim=1, parent=BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0]))"},
      {mma, mma_python},
      {"#ttg.dot_op<{opIdx = 0, parent = " + mma + ", kWidth = 2}>",
       "DotOperandLayout(operand_index=0, parent=" + mma_python + ", k_width=2)"},
      {"#ttg.dot_op<{opIdx = 0, parent = " + tile + "}>",
       "DotOperandLayout(0, BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0]), 0)"},
      {"#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>",
       "DistributedLinearLayout(reg_bases=[[0, 1]], lane_bases=[[1, 0]], warp_bases=[], "
       "block_bases=[], shape=[2, 2])"},
      {"#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 4], isTransposed = "
       "false, CGALayout = [[0, 1]], tilesPerWarp = [1, 2], elementBitWidth = 64}>",
       "AMDMFMALayout(version=3, instr_shape=[16, 16, 4], transposed=False, warps_per_cta=[2, 2], "
       "element_bitwidth=64, tiles_per_warp=[1, 2], cga_layout=[[0, 1]])"},
      {"#ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}}>",
       "AMDWMMALayout(2, True, [[0, 1], [1, 0]])"},
      {"#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {register = [[0, 1]], warp = "
       "[]}, instrShape = [16, 16, 32]}>",
       "AMDWMMALayout(version=3, transposed=True, warp_bases=[], reg_bases=[[0, 1]], "
       "instr_shape=[16, 16, 32])"},
  };
  for (const auto& [mlir, python] : pairs) check_same(mlir, python);
}

TEST_CASE("the former parameters of a cluster become bases") {
  CHECK(read("#triton_gpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = "
             "[2, 1], order = [1, 0], CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, "
             "0]}>") == tile);
  CHECK(read(tile_with("CTAsPerCGA = [4, 2], CTASplitNum = [2, 2], CTAOrder = [1, 0]")) ==
        tile_with("CGALayout = [[0, 1], [1, 0], [0, 0]]"));
  CHECK(read(tile_with("CTAsPerCGA = [1, 4], CTASplitNum = [1, 4]")) ==
        tile_with("CGALayout = [[0, 1], [0, 2]]"));
  CHECK(has(read(tile_with("CTAsPerCGA = [2, 1], CTASplitNum = [2]")), "differ in length"));
  CHECK(has(read(tile_with("CTAsPerCGA = [2, 1], CTAOrder = [1, 2]")), "past the last dimension"));
}

TEST_CASE("AMD's kinds read in their former spellings") {
  CHECK(read("#triton_gpu.mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32], "
             "isTransposed = true}>") ==
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = "
        "true}>");
  CHECK(read("AMDMFMALayout(3, [32, 32], True, [2, 2])") ==
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = "
        "true}>");
  CHECK(read("AMDWMMALayout(2, True, [2, 2])") ==
        "#ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 2]}>");
  CHECK(read("AMDWMMALayout(2, True)") == "at 0: 'warps_per_cta' is missing");
}

TEST_CASE("the shape of a linear layout is what its bases reach") {
  const auto answer = read_layout_text(
      "#ttg.linear<{register = [[0, 1]], lane = [[5, 0]], warp = [], block = []}>");
  CHECK(std::get<Linear>(std::get<Description>(std::get<AnyDescription>(answer)).kind).shape ==
        Shape{8, 2});
  CHECK(read("#ttg.linear<{register = [[0, 1], [1]], lane = [], warp = [], block = []}>") ==
        "at 33: a basis of 1 numbers, but the first one has 2");
  CHECK(read("#ttg.linear<{register = [], lane = [], warp = [], block = []}>") ==
        "at 0: without a basis the number of dimensions is not known");
}

TEST_CASE("JSON has every parameter by its name in Python") {
  const auto json = [](const std::string& text) {
    return json_text(std::get<AnyDescription>(read_layout_text(text)));
  };
  CHECK(json(sliced(1)) ==
        R"({"kind": "slice", "dim": 0, "parent": {"kind": "blocked", "size_per_thread": [1, 4], )"
        R"("threads_per_warp": [8, 4], "warps_per_cta": [2, 1], "order": [1, 0]}})");
  CHECK(json("#ttg.linear<{register = [[0, 1]], lane = [], warp = [], block = []}>") ==
        R"({"kind": "linear", "reg_bases": [[0, 1]], "lane_bases": [], "warp_bases": [], )"
        R"("block_bases": [], "shape": [1, 2]})");
}

TEST_CASE("the bases of a layout print as a linear layout") {
  CHECK(mlir_text(LinearLayout({4, 2}, {{0, 1}}, {{1, 0}, {2, 0}}, {}, {{0, 0}})) ==
        "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = [[0, "
        "0]]}>");
}

TEST_CASE("an alias is looked up without its '#'") {
  const auto parent = std::get<AnyDescription>(read_layout_text(tile));
  const Aliases aliases = [&](std::string_view name) {
    return name == "blocked" ? &parent : nullptr;
  };
  CHECK(read("#blocked", aliases) == tile);
  CHECK(read("blocked", aliases) == tile);
  CHECK(read("#ttg.slice<{dim = 0 : i32, parent = #blocked}>", aliases) == sliced(1));
  CHECK(read("SliceLayout(0, blocked)", aliases) == sliced(1));
  CHECK(read("#ttg.slice<{dim = 0, parent = #mma}>", aliases) == "at 30: unknown alias 'mma'");
  CHECK(read("#mma") == "at 0: unknown alias 'mma'");
}

TEST_CASE("a problem says where it is and what was expected") {
  CHECK(read("#ttg.blocked<{sizePerThread = [1, 4}>") == "at 35: expected ',' or ']'");
  CHECK(read("#ttg.blocked<{sizePerThread = 4}>") ==
        "at 30: expected a list of numbers, as in [1, 4]");
  CHECK(read("#ttg.blocked<{sizePerThread = [-1]}>") == "at 31: expected a value");
  CHECK(read("#ttg.blocked<{sizePerThread = [18446744073709551617]}>") ==
        "at 31: a number above 2147483647");
  CHECK(read("#ttg.blocked<{sizePerThread = [1,1,1,1,1,1,1,1,1]}>") ==
        "at 47: more than 8 dimensions");
  CHECK(read(tile_with("foo = 1")) ==
        "at " + std::to_string(tile.size()) +
            ": unknown parameter 'foo' (those of blocked are sizePerThread, threadsPerWarp, "
            "warpsPerCTA, order, CGALayout, CTAsPerCGA, CTASplitNum, CTAOrder)");
  CHECK(read(tile_with("order = [1, 0]")) ==
        "at " + std::to_string(tile.size()) + ": 'order' is given twice");
  CHECK(read("#ttg.slice<{dim = 0}>") == "at 0: 'parent' is missing");
  CHECK(read("BlockedLayout([1], [32], [4])") == "at 0: 'order' is missing");
  CHECK(read("SliceLayout(0, BlockedLayout([1], [32], [4], [0]), 1)") ==
        "at 51: one argument too many");
  CHECK(read("SliceLayout(0, BlockedLayout([1], [32], [4], [0]), dim=1)") ==
        "at 55: 'dim' is given twice");
  CHECK(read("BlockedLayout(order=[0], [32])") == "at 25: expected a name and '='");
  CHECK(read(tile + " x") == "at " + std::to_string(tile.size() + 1) + ": expected the end");
  CHECK(read("#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32], "
             "isTransposed = 1}>") == "at 88: expected true or false");
  CHECK(read("[1, 4]") ==
        "at 0: expected a layout, as in #ttg.blocked<{...}> or BlockedLayout(...)");
}

TEST_CASE("kinds that are not modelled are named, with those that are") {
  CHECK(read("#ttng.tensor_memory_encoding<blockM = 128>") ==
        "at 0: 'tensor_memory_encoding' is not modelled (modelled layouts: blocked, slice, "
        "linear, nvidia_mma, dot_op, amd_mfma, amd_wmma, swizzled_shared, amd_rotating_shared, "
        "nvmma_shared, shared_linear, padded_shared)");
  CHECK(has(read("ttgl.TensorMemoryLayout([128, 128])"),
            "'TensorMemoryLayout' is not modelled (modelled layouts: BlockedLayout, "));
  CHECK(kind_of_text("#ttg.nvmma_shared<{swizzlingByteWidth = 128}>") == "nvmma_shared");
  CHECK(kind_of_text("#blocked") == "");
  CHECK(is_modelled("amd_wmma"));
  CHECK(is_modelled("shared"));
  CHECK_FALSE(is_modelled("shared_memory"));
}

TEST_CASE("layouts in shared memory are read and printed as Triton has them") {
  const std::pair<std::string, std::string> pairs[] = {
      {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
       "SwizzledSharedLayout(vec=8, per_phase=1, max_phase=8, order=[1, 0])"},
      {"#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = "
       "[[1]]}>",
       "SwizzledSharedLayout(1, 1, 1, [0], [[1]])"},
      {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>",
       "NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2, transposed=True)"},
      {"#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8, rank = "
       "3}>",
       "NVMMASharedLayout(0, 8, 3)"},
      {"#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>",
       "SharedLinearLayout(offset_bases=[[0, 1], [1, 0]])"},
      {"#ttg.shared_linear<{offset = [[1]], block = [[0]]}, alignment = 128>",
       "SharedLinearLayout([[1]], [[0]], 128)"},
      {"#ttg.padded_shared<[4:+1, 8:+2] {order = [1, 0], shape = [2, 4]}>",
       "PaddedSharedLayout([[4, 1], [8, 2]], [[0, 1], [0, 2], [1, 0]], [], [2, 4])"},
      {"#ttg.padded_shared<[4:+1] {offset = [[1, 0], [0, 1]], block = [[0, 0]]}>",
       "PaddedSharedLayout(interval_padding_pairs=[[4, 1]], offset_bases=[[1, 0], [0, 1]], "
       "block_bases=[[0, 0]], shape=[2, 2])"},
  };
  for (const auto& [mlir, python] : pairs) check_same(mlir, python);
  CHECK(read("#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], "
             "hasLeadingOffset = false}>") ==
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>");
  CHECK(read("#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>") ==
        "#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>");
  // Bases that walk through the shape in an order are printed as that.
  CHECK(read("#ttg.padded_shared<[2:+1] {offset = [[1, 0], [0, 1]], block = []}>") ==
        "#ttg.padded_shared<[2:+1] {order = [0, 1], shape = [2, 2]}>");
}

TEST_CASE("a padded layout needs its pairs, and the bases or the order and shape") {
  CHECK(read("#ttg.padded_shared<{order = [0], shape = [4]}>") ==
        "at 0: '[interval:+padding]' is missing");
  CHECK(read("#ttg.padded_shared<[4:+1] {order = [0]}>") == "at 0: 'shape' is missing");
  CHECK(read("#ttg.padded_shared<[4:+1] {order = [1], shape = [4]}>") ==
        "at 0: 'order' is not a permutation of 0 to 0");
  CHECK(read("#ttg.padded_shared<[4:+1] {order = [0], shape = [3]}>") ==
        "at 0: 'shape' has 3, which is not a power of two");
  CHECK(read("#ttg.padded_shared<[4:1] {order = [0], shape = [4]}>") == "at 21: expected ':+'");
  CHECK(read("#ttg.padded_shared<[4:+] {order = [0], shape = [4]}>") == "at 23: expected a number");
  CHECK(read("#ttg.blocked<[4:+1] {sizePerThread = [1]}>") == "at 13: one argument too many");
  CHECK(read("#ttg.slice<{dim = 0, parent = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase "
             "= 1, order = [0]}>}>") ==
        "at 30: a parent is a layout of registers, not of shared memory");
}

TEST_CASE("a type in shared memory may begin with a count, and ends with the memory") {
  const std::string shared =
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>";
  for (const std::string& text :
       {"!ttg.memdesc<3x64x32xf16, " + shared + ", #ttg.shared_memory, mutable>",
        "ttg.memdesc<3x64x32xf16, " + shared + ", #smem, mutable, 3x64x32>",
        "!tt.memdesc<3x64x32xf16, " + shared + ">"}) {
    CAPTURE(text);
    const auto answer = read_tensor_type(text);
    REQUIRE(std::holds_alternative<TensorType>(answer));
    const auto& type = std::get<TensorType>(answer);
    CHECK(type.shape == Shape{3, 64, 32});
    CHECK(type.element == "f16");
    CHECK(type.layout_text == shared);
    REQUIRE(type.layout);
    CHECK(mlir_text(*type.layout) == shared);
    CHECK(type.allocation.has_value() == has(text, "3x64x32>"));
  }
  const auto part = read_tensor_type("!ttg.memdesc<64x32xf16, " + shared + ", #smem, 64x64>");
  REQUIRE(std::holds_alternative<TensorType>(part));
  CHECK(std::get<TensorType>(part).allocation == Shape{64, 64});
  const std::string begin = "memdesc<64xf16, " + shared + ", ";
  CHECK(has(read_type(begin + "#ttng.tensor_memory>"), "tensor memory is not modelled"));
  CHECK(has(read_type(begin + "mutable>"), "expected the memory, as in #smem"));
  CHECK(has(read_type(begin + "#smem, immutable>"), "expected the allocation's shape"));
  CHECK(has(read_type(begin + "#smem, mutable, 64x>"), "expected the allocation's shape"));
}

TEST_CASE("a text that a shell has taken a part of is recognized") {
  for (const char* text : {"ttg.blocked<{sizePerThread = [1]}>", "#ttg.blocked",
                           "#ttg.blocked<sizePerThread = [1]>", "#"}) {
    CAPTURE(text);
    const auto answer = read_layout_text(text);
    REQUIRE(std::holds_alternative<TextProblem>(answer));
    CHECK(std::get<TextProblem>(answer).cause == TextProblem::Cause::missing_sign);
  }
  CHECK(read("") == "at 0: expected more");
  CHECK(read("  ") == "at 2: expected more");
}

TEST_CASE("mangled text is a problem within its bounds") {
  for (std::size_t length = 0; length < tile.size(); ++length) {
    const auto answer = read_layout_text(tile.substr(0, length));
    const auto* problem = std::get_if<TextProblem>(&answer);
    REQUIRE(problem != nullptr);
    CHECK(problem->at <= length);
  }
  for (std::size_t i = 0; i < tile.size(); ++i) {
    for (char c : {'\0', '#', '<', '}', ']', ',', '\xff', '9'}) {
      std::string text = tile;
      text[i] = c;
      const auto answer = read_layout_text(text);
      const auto* problem = std::get_if<TextProblem>(&answer);
      CHECK((problem == nullptr || problem->at <= text.size()));
    }
  }
}

TEST_CASE("values stand in one another 32 deep and no deeper") {
  CHECK(read(sliced(29)) == sliced(29));  // with the list in the parent and a number in that
  CHECK(has(read(sliced(30)), "values nested more than 32 deep"));
  CHECK(has(read(sliced(100000)), "values nested more than 32 deep"));
  CHECK(has(read(std::string(100000, '[')), "values nested more than 32 deep"));
}

TEST_CASE("aliases nest no deeper, either") {
  auto deep = std::get<AnyDescription>(read_layout_text(sliced(29)));
  const Aliases aliases = [&](std::string_view) { return &deep; };
  CHECK(read("#deep", aliases) == sliced(29));
  deep = std::get<AnyDescription>(
      read_layout_text("SliceLayout(0, SliceLayout(0, SliceLayout(0, deep)))", aliases));
  CHECK(read("#deep", aliases) == "at 0: layouts nested more than 32 deep");
}

TEST_CASE("a tensor's type has a shape, an element and perhaps a layout") {
  const std::string text = "tensor<64x1x!tt.ptr<f32, 1>, " + sliced(1) + ">";
  const auto pointers = std::get<TensorType>(read_tensor_type(text));
  CHECK(pointers.shape == Shape{64, 1});
  CHECK(pointers.element == "!tt.ptr<f32, 1>");
  CHECK(pointers.layout_text == sliced(1));
  REQUIRE(pointers.layout);
  CHECK(mlir_text(*pointers.layout) == sliced(1));
  const auto plain = std::get<TensorType>(read_tensor_type("tensor<128xf16>"));
  CHECK(plain.shape == Shape{128});
  CHECK(plain.element == "f16");
  CHECK(plain.layout_text == "");
  CHECK_FALSE(plain.layout);
}

TEST_CASE("a problem of a type says where it is") {
  CHECK(read_type("tensor<?x4xf32>") == "at 7: expected an extent, as in tensor<128x64xf16>");
  CHECK(read_type("tensor<f32>") == "at 7: expected an extent, as in tensor<128x64xf16>");
  CHECK(read_type("tensor<0xf32>") == "at 7: an extent of 0");
  CHECK(read_type("tensor<4x4294967296xf32>") == "at 9: an extent above 2147483647");
  CHECK(read_type("tensor<1x1x1x1x1x1x1x1x1xf32>") == "at 23: more than 8 dimensions");
  CHECK(read_type("tensor<4>") == "at 8: expected 'x' after an extent");
  CHECK(read_type("tensor<4x>") == "at 9: expected an element type");
  CHECK(read_type("tensor<4xf32") == "at 12: expected '>'");
  CHECK(read_type("tensor<4xf32> x") == "at 13: expected the end");
  CHECK(read_type("tensor<4xf32, #b>") == "at 14: unknown alias 'b'");
  CHECK(read_type("tensor<4xf32, " + tile) ==
        "at " + std::to_string(14 + tile.size()) + ": expected '>'");
  CHECK(read_type("!tt.ptr<f32>") ==
        "at 0: expected a tensor's type, as in tensor<128x64xf16, #mma>");
  CHECK(read_type("!ttg.memdesc<4xf32, #shared, #smem>") == "at 20: unknown alias 'shared'");
}

}  // namespace layoutq
