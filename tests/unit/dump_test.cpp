#include "core/mlir/dump.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "core/mlir/kernels.h"
#include "core/mlir/locations.h"

namespace layoutq {

namespace {

std::string data(const std::string& name) {
  std::ifstream file(std::string(LAYOUTQ_TEST_DATA) + "/data/" + name);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Returns the source lines of a file's conversions.
std::vector<std::string> conversion_lines(Kernels* kernels) {
  std::vector<std::string> lines;
  for (const auto& [function, operation] : operations_of(*kernels, Op::convert_layout)) {
    lines.push_back(kernels->modules.line(function->module, operation->location));
  }
  return lines;
}

/// Returns the type that the i-th conversion of a file makes, or the one that it takes.
const TensorType& converted(const Kernels& kernels, std::size_t i,
                            std::vector<int> Operation::*types = &Operation::result_types) {
  const auto found = operations_of(kernels, Op::convert_layout);
  REQUIRE(i < found.size());
  return kernels.type((found[i].operation->*types).at(0)).encoding;
}

/// Returns the source line that a location leads to.
std::string resolved(std::string_view location, std::string_view definitions = "") {
  const std::string text = std::string(definitions) +
                           "\n%1 = ttg.convert_layout %0 : tensor<4xf32> -> tensor<4xf32> loc(" +
                           std::string(location) + ")";
  Kernels kernels = read_kernels(text);
  const auto lines = conversion_lines(&kernels);
  REQUIRE(lines.size() == 1);
  return lines.front();
}

std::string names_of(const Dump& dump) {
  std::string names;
  for (const DumpLayout& layout : dump.layouts) {
    names += std::string(layout.name) + ":" + std::string(layout.kind) + " ";
  }
  return names;
}

const std::string blocked_text =
    "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>";
const std::string two =
    "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>";
const std::string square =
    "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = "
    "[1, 0]}>";

}  // namespace

TEST_CASE("the layouts of attention are read with their uses") {
  const std::string text = data("attention_f16.ttgir");
  const Dump dump = read_dump(text);
  REQUIRE(dump.modules.size() == 1);
  CHECK(dump.modules[0].warp_size == 32);
  CHECK(dump.modules[0].warps == 4);
  CHECK(dump.modules[0].ctas == 1);
  CHECK(names_of(dump) ==
        "blocked:blocked blocked1:blocked mma:nvidia_mma shared:nvmma_shared shared1:nvmma_shared "
        "smem:shared_memory :slice :slice :slice :slice :slice :dot_op ");
  for (const DumpLayout& layout : dump.layouts) {
    CAPTURE(layout.text);
    CHECK_FALSE(layout.problem);
    if (layout.layout) CHECK(layout.types.size() > 0);
    CHECK(layout.shapes.size() <= layout.types.size());
  }
  const DumpLayout* mma = dump.find("#mma");
  REQUIRE(mma != nullptr);
  REQUIRE(mma->layout);
  CHECK(mlir_text(*mma->layout) == mma->text);
  CHECK(dump.find("shared") != nullptr);
  REQUIRE(dump.find("shared")->layout);
  CHECK(mlir_text(*dump.find("shared")->layout) == dump.find("shared")->text);
  CHECK_FALSE(dump.find("smem")->layout);
  CHECK(dump.find("mma7") == nullptr);
  CHECK(dump.find("") == nullptr);
  CHECK(dump.aliases()("mma") == &*mma->layout);
  CHECK(dump.aliases()("shared") == &*dump.find("shared")->layout);
  CHECK(dump.aliases()("smem") == nullptr);

  Kernels kernels = read_kernels(text);
  REQUIRE(conversion_lines(&kernels).size() == 2);
  const TensorType& operand = converted(kernels, 0);
  CHECK(operand.shape == Shape{128, 64});
  CHECK(operand.element == "f16");
  CHECK(operand.layout_text == "#ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>");
  REQUIRE(operand.layout);
  CHECK(kind_name(*operand.layout) == "dot_op");
  CHECK(conversion_lines(&kernels)[1] == "kernels.py:66");
}

TEST_CASE("kernels without conversions and of torch.compile are read") {
  const std::string softmax = data("softmax_f32.ttgir");
  const Dump plain = read_dump(softmax);
  CHECK(plain.layouts.size() == 1);
  CHECK(operations_of(read_kernels(softmax), Op::convert_layout).empty());
  const std::string argmax = data("triton_per_fused_argmax_0.ttgir");
  const Dump torch = read_dump(argmax);
  CHECK(torch.layouts.size() > 0);
  for (const DumpLayout& layout : torch.layouts) CHECK(layout.layout);
  Kernels kernels = read_kernels(argmax);
  CHECK(conversion_lines(&kernels) ==
        std::vector<std::string>{"cqufyy6qfkty5cvmhlp62fm43d2f7spzrttpagu5w5pt73c5e3du.py:41"});
}

TEST_CASE("aliases are resolved whatever their order, also after their use") {
  const std::string text =
      " %1 = x : tensor<4xf32, #s>\n"
      "#s = #ttg.slice<{dim = 0, parent = #t}>\n"
      "#t = #ttg.slice<{dim = 0, parent = #b}>\n#b = " +
      square + "\n#same = #b\n";
  const Dump dump = read_dump(text);
  REQUIRE(dump.find("s")->layout);
  CHECK(mlir_text(*dump.find("s")->layout) ==
        "#ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 0, parent = " + square + "}>}>");
  CHECK(dump.find("s")->shapes == std::vector<Shape>{{4}});
  REQUIRE(dump.find("same")->layout);
  CHECK(mlir_text(*dump.find("same")->layout) == square);
}

TEST_CASE("circles and unknown parents are problems of their layouts") {
  const std::string text =
      "#a = #ttg.slice<{dim = 0, parent = #b}>\n#b = #ttg.slice<{dim = 0, parent = #a}>\n"
      "#c = #ttg.slice<{dim = 0, parent = #c}>\n#d = #ttg.slice<{dim = 0, parent = #x}>\n"
      "#e = #ttg.foo<{}>\n#f = #f\n";
  const Dump dump = read_dump(text);
  REQUIRE(dump.layouts.size() == 6);
  for (const char* name : {"a", "b", "c", "d", "f"}) {
    CAPTURE(name);
    CHECK_FALSE(dump.find(name)->layout);
    REQUIRE(dump.find(name)->problem);
    CHECK(dump.find(name)->problem->reason.starts_with("unknown alias"));
  }
  CHECK_FALSE(dump.find("e")->layout);
  CHECK_FALSE(dump.find("e")->problem);
  CHECK(dump.find("e")->kind == "foo");
}

TEST_CASE("a long chain of aliases ends") {
  constexpr int links = 5000;
  const auto link = [](int i) {
    return "#a" + std::to_string(i) + " = #ttg.slice<{dim = 0, parent = #a" +
           std::to_string(i - 1) + "}>\n";
  };
  const std::string first = "#a0 = " + square + "\n";
  std::string up = first;
  for (int i = 1; i < links; ++i) up += link(i);
  const Dump by_definition = read_dump(up);
  CHECK(by_definition.find("a30")->layout);
  CHECK_FALSE(by_definition.find("a40")->layout);
  std::string down;
  for (int i = links - 1; i > 0; --i) down += link(i);
  down += first;
  const Dump by_use = read_dump(down);
  CHECK(by_use.find("a0")->layout);
  CHECK_FALSE(by_use.find("a40")->layout);
}

TEST_CASE("an alias means what its own module says") {
  const std::string use = "  %1 = x : tensor<128xf32, #b>\n}\n#loc = loc(\"k.py\":1:2)\n";
  const std::string text = "// -----// IR Dump Before A //----- //\n#b = " + blocked_text +
                           "\nmodule attributes {\"ttg.num-warps\" = 4 : i32} {\n" + use +
                           "// -----// IR Dump Before B //----- //\n#b = " + two +
                           "\nmodule attributes {\"ttg.num-warps\" = 8 : i32} {\n" + use;
  const Dump dump = read_dump(text);
  REQUIRE(dump.modules.size() == 2);
  CHECK(dump.modules[0].warps == 4);
  CHECK(dump.modules[1].warps == 8);
  REQUIRE(dump.layouts.size() == 2);
  CHECK(dump.layouts[0].text == blocked_text);
  CHECK(dump.layouts[0].module == 0);
  CHECK(dump.layouts[0].types.size() == 1);
  CHECK(dump.layouts[1].text == two);
  CHECK(dump.layouts[1].module == 1);
  CHECK(dump.layouts[1].types.size() == 1);
  CHECK(dump.find("b") == &dump.layouts[1]);
}

TEST_CASE("a dump may have tens of thousands of types, modules and names") {
  constexpr int many = 30000;
  std::string types = "#b = " + blocked_text + "\n";
  std::string modules = "#z = " + blocked_text + "\n";
  std::string names;
  std::string open;
  std::string addresses;
  for (int i = 1; i <= many; ++i) {
    types += " x : tensor<" + std::to_string(i) + "xf32, #b>\n";
    modules += "#b = " + blocked_text + "\nmodule {\n x : tensor<4xf32, #z>\n}\n";
    names += "#b = #n" + std::to_string(i) + "\nmodule {\n}\n";
    open += "tensor<";
    addresses += "\"//\"";
  }
  CHECK(read_dump(types).find("b")->shapes.size() == many);
  const Dump of_modules = read_dump(modules);
  CHECK(of_modules.modules.size() == many);
  CHECK(of_modules.find("z")->types.size() == 1);
  CHECK(read_dump(names).layouts.size() == many);
  CHECK(read_dump(open).layouts.empty());
  CHECK(read_dump(addresses).layouts.empty());
}

TEST_CASE("an arrow within a type does not close it") {
  const std::string text =
      "#b = " + blocked_text +
      "\n x : tensor<4xf32, #ttg.other<{map = (d0) -> (d1)}>>, tensor<8xf32, #b>\n";
  const Dump dump = read_dump(text);
  REQUIRE(dump.layouts.size() == 2);
  CHECK(dump.layouts[0].shapes == std::vector<Shape>{{8}});
  CHECK(dump.layouts[1].text == "#ttg.other<{map = (d0) -> (d1)}>");
  CHECK(dump.layouts[1].shapes == std::vector<Shape>{{4}});
}

TEST_CASE("types count once, and shapes once per layout") {
  const std::string text = "#b = " + blocked_text +
                           "\n %1 = x : tensor<4xf16, #b> -> tensor<4xf32, #b>\n"
                           " %2 = y : tensor<4xf16, #b>, !tt.ptr<tensor<8x!tt.ptr<f16>, #b>>\n"
                           " // %3 = z : tensor<16xf16, #b>\n"
                           " %4 = tensor<4xf16, " +
                           blocked_text +
                           ">, !ttg.memdesc<2x4xf16, #ttg.shared<{vec = 1}>, #smem>\n";
  const Dump dump = read_dump(text);
  REQUIRE(dump.layouts.size() == 3);
  CHECK(dump.layouts[0].types.size() == 3);
  CHECK(dump.layouts[0].shapes == std::vector<Shape>{{4}, {8}});
  CHECK(dump.layouts[1].name == "");
  CHECK(dump.layouts[1].text == blocked_text);
  CHECK(dump.layouts[2].kind == "shared");
  CHECK(dump.layouts[2].shapes == std::vector<Shape>{{2, 4}});
}

TEST_CASE("conversions are found in every form") {
  const std::string text =
      "%1 = ttg.convert_layout %0 {a = 1 : i32} : tensor<4xf16> -> tensor<4xf32>\n"
      "%2 = \"triton_gpu.convert_layout\"(%1) : (tensor<4xf16>) -> tensor<4xf32>\n"
      "%3 = triton_gpu.convert_layout %0 : (tensor<4xf16>) -> tensor<4xf32>\n"
      "%4 = ttg.convert_layout %0 : tensor<4xf16, #x> -> tensor<4xf32>\n";
  Kernels kernels = read_kernels(text);
  CHECK(conversion_lines(&kernels) == std::vector<std::string>(4));
  for (std::size_t i = 0; i < 4; ++i) CHECK(converted(kernels, i).element == "f32");
  CHECK(converted(kernels, 0, &Operation::operand_types).element == "f16");
  CHECK(converted(kernels, 3, &Operation::operand_types).element.empty());
}

TEST_CASE("a name that holds convert_layout is not a conversion") {
  const Kernels kernels = read_kernels(
      "tt.func @convert_layout(%0: tensor<4xf16>, %1: tensor<4xf32>) {\n"
      "  %2 = tt.call @convert_layout(%0, %1) : (tensor<4xf16>, tensor<4xf32>) -> tensor<4xf32>\n"
      "  tt.return\n}\n");
  CHECK(operations_of(kernels, Op::convert_layout).empty());
}

TEST_CASE("a location leads to the caller's line of the kernel's source") {
  CHECK(resolved("\"k.py\":3:4") == "k.py:3");
  CHECK(resolved("\"/tmp/a dir/k.py\":3:4") == "k.py:3");
  CHECK(resolved("\"x\"(\"k.py\":3:4)") == "k.py:3");
  CHECK(resolved("callsite(\"lib.py\":1:2 at \"k.py\":3:4)") == "k.py:3");
  CHECK(resolved("callsite(callsite(unknown at \"lib.py\":1:2) at \"k.py\":3:4)") == "k.py:3");
  CHECK(resolved("callsite(\"lib.py\":1:2 at unknown)") == "lib.py:1");
  CHECK(resolved("fused<\"a, b\">[unknown, \"k.py\":3:4, \"k.py\":5:6]") == "k.py:3");
  CHECK(resolved("fused[#loc1, #loc2]", "#loc1 = loc(unknown)\n#loc2 = loc(\"k.py\":3:4)") ==
        "k.py:3");
  CHECK(resolved("unknown") == "");
  CHECK(resolved("#loc2", "#loc2 = loc(\"x\"(#loc1))\n#loc1 = loc(\"k.py\":3:4)") == "k.py:3");
}

TEST_CASE("locations that refer to themselves or branch 2^60 times lead to a line or to none") {
  CHECK(resolved("#loc", "#loc = loc(callsite(#loc at #loc))") == "");
  CHECK(resolved("#loc", "#loc = loc(fused[#loc, #loc, #loc, \"k.py\":3:4])") == "k.py:3");
  std::string tree = "#a0 = loc(unknown)\n";
  for (int i = 1; i < 60; ++i) {
    const std::string below = "#a" + std::to_string(i - 1);
    tree += "#a" + std::to_string(i) + " = loc(fused[" + below + ", " + below + "])\n";
  }
  CHECK(resolved("#a59", tree) == "");
}

TEST_CASE("the lines of what is inlined come innermost first") {
  Locations locations;
  locations.define("a", "loc(\"lib.py\":1:1)");
  locations.define("b", "loc(\"x\"(#a))");
  locations.define("c", "loc(callsite(#b at #d))");
  locations.define("d", "loc(callsite(\"mid.py\":2:1 at \"/home/me/kernel.py\":3:1))");
  locations.define("e", "loc(callsite(#e at #e))");
  using Lines = std::vector<std::string>;
  CHECK(locations.stack("loc(#c)") == Lines{"lib.py:1", "mid.py:2", "kernel.py:3"});
  CHECK(locations.stack("loc(fused[unknown, #c, #a])") ==
        Lines{"lib.py:1", "mid.py:2", "kernel.py:3"});
  CHECK(locations.stack("loc(#b)") == Lines{"lib.py:1"});
  CHECK(locations.stack("loc(#e)").empty());
  CHECK(locations.stack("loc(unknown)").empty());
}

TEST_CASE("each module has its own locations") {
  const std::string use =
      "%1 = ttg.convert_layout %0 : tensor<4xf32> -> tensor<4xf32> loc(#loc1)\n}\n";
  const std::string text = "module {\n" + use + "#loc1 = loc(\"a.py\":1:2)\nmodule {\n" + use +
                           "#loc1 = loc(\"b.py\":3:4)\n";
  Kernels kernels = read_kernels(text);
  CHECK(conversion_lines(&kernels) == std::vector<std::string>{"a.py:1", "b.py:3"});
}

TEST_CASE("an address is no comment") {
  const std::string text =
      "%1 = ttg.convert_layout %0 : tensor<4xf32> -> tensor<4xf32> loc(\"http://k.py\":3:4)"
      " // tensor<8xf32>\n";
  Kernels kernels = read_kernels(text);
  CHECK(conversion_lines(&kernels) == std::vector<std::string>{"k.py:3"});
}

TEST_CASE("broken text is passed over") {
  for (const char* text : {"",
                           "\"",
                           "tensor<",
                           "tensor<>",
                           "<",
                           ">",
                           "#",
                           "#a =",
                           "#a = #",
                           "#a = #ttg.",
                           "#a = #ttg.blocked<",
                           "#a = loc(",
                           "loc(",
                           "ttg.convert_layout",
                           "%1 = ttg.convert_layout : tensor<1xf32",
                           "tensor<1xf32, #>",
                           "tensor<1xf32, >",
                           "tensor<99999999999999999999xf32, #a>",
                           "module",
                           "module \"ttg.num-warps\" =",
                           "module {ttg.num-warps = 99999999999999999999",
                           "!ttg.memdesc<>",
                           "/",
                           "//"}) {
    CAPTURE(text);
    CHECK(operations_of(read_kernels(text), Op::convert_layout).size() ==
          (std::string_view(text).starts_with("%1 =") ? 1 : 0));
    CHECK(read_dump(text).modules.size() == 1);
  }
  // Every beginning of a real one, at the ends of its lines and between.
  const std::string whole = data("triton_per_fused_argmax_0.ttgir");
  for (std::size_t length = 0; length < whole.size(); length += 61) {
    const Dump dump = read_dump(std::string_view(whole).substr(0, length));
    CHECK(dump.modules.size() == 1);
  }
}

}  // namespace layoutq
