#include "core/text/dump.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "core/kinds/limits.h"

namespace layoutq {

namespace {

std::string file(const std::string& name) {
  std::ifstream stream(std::string(LAYOUTQ_TEST_DATA) + "/data/" + name);
  REQUIRE(stream);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

constexpr std::string_view blocked_1d =
    "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>";

}  // namespace

TEST_CASE("every alias and type of compilers' dumps is read") {
  for (const char* name :
       {"attention_f16.ttgir", "colsum_f32.ttgir", "matmul_f16_small.ttgir", "softmax_f32.ttgir",
        "transpose_f32.ttgir", "vector_add_f32.ttgir", "triton_mm.ttgir",
        "triton_per_fused__log_softmax_nll_loss_f.ttgir", "triton_per_fused_argmax_0.ttgir",
        "triton_per_fused_cumsum_0.ttgir", "triton_per_fused_native_layer_norm_0.ttgir",
        "triton_per_fused_slice_sort_0.ttgir", "triton_poi_fused_add_1.ttgir",
        "triton_poi_fused_max_pool2d_with_indices.ttgir", "triton_red_fused_sum_0.ttgir",
        "triton_tem_fused_flex_attention_4.ttgir"}) {
    INFO(name);
    const std::string text = file(name);
    const Dump dump = read_dump(text);
    REQUIRE(dump.modules.size() == 1);
    CHECK(dump.modules.front().warp_size == 32);
    CHECK_FALSE(dump.layouts.empty());
    for (const DumpLayout& layout : dump.layouts) {
      INFO(layout.text);
      CHECK_FALSE(layout.problem);
      CHECK(layout.layout.has_value() == is_modelled(layout.kind));
      if (!layout.layout) continue;
      CHECK_FALSE(check(*layout.layout));
      for (const Shape& shape : layout.shapes) CHECK_FALSE(check(*layout.layout, shape));
    }
    for (const DumpConversion& conversion : dump.conversions) {
      CHECK(conversion.from.has_value());
      CHECK(conversion.to.has_value());
      CHECK_FALSE(conversion.line.empty());
    }
  }
}

TEST_CASE("names may be used before they are defined, within others, and in a circle") {
  const std::string text =
      "#s = #ttg.slice<{dim = 0, parent = #b}>\n#x = #y\n#y = #x\n"
      "%0 = f : tensor<8xf32, #s>\n"
      "#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>\n";
  const Dump dump = read_dump(text);
  REQUIRE(dump.find("#s") != nullptr);
  REQUIRE(dump.find("s")->layout);
  CHECK(rank(*dump.find("s")->layout) == 1);
  CHECK(dump.find("s")->types.size() == 1);
  CHECK(dump.find("b")->types.empty());
  CHECK(dump.find("x")->problem);
  CHECK(dump.find("z") == nullptr);
}

TEST_CASE("a name that a later module defines anew means the later one there") {
  const std::string text = "#b = " + std::string(blocked_1d) +
                           "\nmodule attributes {\"ttg.num-warps\" = 4 : i32} {\n"
                           "  %0 = f : tensor<8xf32, #b>\n}\n"
                           "// -----// IR Dump After Something //----- //\n"
                           "#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], "
                           "warpsPerCTA = [4], order = [0]}>\n"
                           "module attributes {\"ttg.num-warps\" = 4 : i32} {\n"
                           "  %0 = f : tensor<16xf32, #b>\n}\n";
  const Dump dump = read_dump(text);
  CHECK(dump.modules.size() == 2);
  REQUIRE(dump.layouts.size() == 2);
  CHECK(dump.layouts[0].shapes == std::vector<Shape>{{8}});
  CHECK(dump.layouts[1].shapes == std::vector<Shape>{{16}});
  CHECK(dump.find("b") == &dump.layouts[1]);
}

TEST_CASE("types in comments and unfinished ones do not count") {
  const std::string text = "#b = " + std::string(blocked_1d) +
                           "  // tensor<4xf32, #b>\n"
                           "%0 = f : tensor<8xf32, #b> loc(\"http://x\":1:2)\n"
                           "%1 = f : tensor<16xf32, #b\n";
  const Dump dump = read_dump(text);
  CHECK(dump.find("b")->shapes == std::vector<Shape>{{8}});
}

TEST_CASE("a conversion has the line of the kernel's source") {
  const auto line = [](const std::string& location, const std::string& definitions) {
    const std::string text =
        "%1 = ttg.convert_layout %0 : tensor<8xf32, #a> -> tensor<8xf32, #b> " + location + "\n" +
        definitions;
    return read_dump(text).conversions.at(0).line;
  };
  CHECK(line("loc(#loc1)", "#loc1 = loc(\"/a/b/k.py\":12:4)\n") == "k.py:12");
  CHECK(line("loc(\"k.py\":7:1)", "") == "k.py:7");
  CHECK(line("loc(#loc1)", "#loc1 = loc(\"acc\"(#loc2))\n#loc2 = loc(\"k.py\":3:1)\n") == "k.py:3");
  CHECK(line("loc(#loc1)",
             "#loc1 = loc(callsite(#loc2 at #loc3))\n#loc2 = loc(\"standard.py\":1:1)\n"
             "#loc3 = loc(\"k.py\":9:1)\n") == "k.py:9");
  CHECK(line("loc(#loc1)",
             "#loc1 = loc(fused[#loc2, #loc3])\n#loc2 = loc(unknown)\n"
             "#loc3 = loc(\"k.py\":4:1)\n") == "k.py:4");
  CHECK(line("loc(#loc1)", "#loc1 = loc(#loc1)\n") == "");
  CHECK(line("", "") == "");
}

TEST_CASE("no text is an error") {
  for (const char* text : {"", "#", "#a", "#a =", "module", "tensor<", "tensor<>", "#a = #ttg.x<{",
                           "%0 = ttg.convert_layout %1 : tensor<8xf32 -> tensor<", "// -----"}) {
    CHECK(read_dump(text).conversions.empty());
  }
}

}  // namespace layoutq
