#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/unit/kernel_text.h"

/// What is known of values when a kernel is compiled.
namespace layoutq {

TEST_CASE("a pointer's axis info comes from the range, the argument, and the bytes of an element") {
  const std::string text = kernel(range + "    %m = arith.muli %n, %n : i32\n");
  CHECK(axis_info(text, "i").dimensions[0] == AxisInfo::Dimension{1024, Int{1} << 30, 1});
  CHECK(axis_info(text, "xs").dimensions[0] == AxisInfo::Dimension{1, 16, 1024});
  CHECK(axis_info(text, "p").dimensions[0] == AxisInfo::Dimension{1024, 16, 1});
  CHECK(axis_info(text, "m").dimensions[0] == AxisInfo::Dimension{1, 1, 1});
}

TEST_CASE("the axis info of a loop's carried value is what every iteration keeps") {
  const std::string text = kernel(
      "    %c0 = arith.constant 0 : i32\n    %c64 = arith.constant 64 : i32\n"
      "    %c48 = arith.constant 48 : i32\n"
      "    %r = scf.for %k = %c0 to %n step %c64 iter_args(%a = %c64) -> (i32)  : i32 {\n"
      "      %b = arith.addi %a, %c48 : i32\n      scf.yield %b : i32\n    }\n");
  CHECK(axis_info(text, "k").dimensions[0].divisibility == 64);
  CHECK(axis_info(text, "a").dimensions[0].divisibility == 16);
  CHECK_FALSE(axis_info(text, "a").value);
  CHECK(axis_info(text, "r") == axis_info(text, "a"));
}

TEST_CASE("hints replace the axis info that is computed") {
  const std::string text = kernel(
      range +
      "    %c = arith.constant dense<100> : tensor<1024xi32, #blocked>\n"
      "    %h = arith.remsi %i, %c {tt.contiguity = dense<64> : tensor<1xi32>, tt.divisibility = "
      "dense<32> : tensor<1xi32>} : tensor<1024xi32, #blocked>\n");
  CHECK(axis_info(text, "h").dimensions[0].contiguity == 64);
  CHECK(axis_info(text, "h").dimensions[0].divisibility == 32);
}

TEST_CASE(
    "forty loops within each other are analysed without repeating the inner ones for each outer "
    "one") {
  std::string open = "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n";
  std::string close;
  constexpr int depth = 40;
  for (int i = 0; i < depth; ++i) {
    open += fmt::format(
        "    %r{0} = scf.for %k{0} = %c0 to %c1 step %c1 iter_args(%a{0} = %c0) -> (i32)  : i32 "
        "{{\n"
        "      %b{0} = arith.addi %a{0}, %k{0} : i32\n",
        i);
    close = close + fmt::format("      scf.yield %b{} : i32\n    }}\n", depth - 1 - i);
  }
  CHECK(inspected(kernel(open + close))->inspection.notes.empty());
}

TEST_CASE("axis info of operations on two tensors follows the rules of Triton 3.6") {
  const std::string type = "tensor<1024xi32, #blocked>";
  const auto constant = [&](int number) {
    return fmt::format("    %c{0} = arith.constant dense<{0}> : {1}\n", number, type);
  };
  // i counts from 0, i16 by 16; n and n16 are the same everywhere, n16 is divisible by 16.
  const std::string head =
      range + constant(1) + constant(2) + constant(4) + constant(8) + constant(16) +
      "    %n = tt.splat %m : i32 -> " + type + "\n    %n16 = tt.splat %m16 : i32 -> " + type +
      "\n    %i16 = arith.muli %i, %c16 : " + type + "\n    %in = arith.addi %i, %n16 : " + type +
      "\n    %t = arith.cmpi slt, %i, %n16 : " + type + "\n";
  constexpr Int huge = Int{1} << 30;  // the divisibility of 0 in a range
  struct Rule {
    const char* operation;
    AxisInfo::Dimension expected;  // contiguity, divisibility, constancy
  };
  for (const Rule& rule : {
           Rule{"arith.addi %i, %n16", {1024, 16, 1}},
           Rule{"arith.addi %n16, %i", {1024, 16, 1}},
           Rule{"arith.addi %i, %i16", {1, 16, 1}},
           Rule{"arith.subi %i, %n16", {1024, 16, 1}},
           Rule{"arith.subi %n16, %i", {1, 16, 1}},
           Rule{"arith.muli %i, %c4", {1, 4, 1}},
           Rule{"arith.muli %i, %c1", {1024, huge, 1}},
           Rule{"arith.muli %c1, %i", {1024, huge, 1}},
           Rule{"arith.muli %n16, %c4", {1, 64, 1024}},
           Rule{"arith.divsi %i, %c4", {1, 1, 4}},
           Rule{"arith.divsi %i, %c1", {1024, huge, 1}},
           Rule{"arith.divsi %n16, %c4", {1, 4, 1024}},
           Rule{"arith.divui %n16, %n", {1, 1, 1024}},
           Rule{"arith.divsi %i, %i16", {1, 1, 1}},
           Rule{"arith.remsi %i, %c8", {8, 8, 1}},
           Rule{"arith.remui %i, %n16", {16, 16, 1}},
           Rule{"arith.remsi %i, %i16", {1, 1, 1}},
           Rule{"arith.remsi %i16, %n16", {1, 16, 1}},
           Rule{"arith.cmpi slt, %i, %n16", {1, 1, 16}},
           Rule{"arith.cmpi sge, %i, %n16", {1, 1, 16}},
           Rule{"arith.cmpi slt, %i, %i16", {1, 1, 1}},
           Rule{"arith.cmpi sle, %i, %n16", {1, 1, 1}},
           Rule{"arith.cmpi sgt, %n16, %i", {1, 1, 16}},
           Rule{"arith.cmpi ule, %n16, %i", {1, 1, 16}},
           Rule{"arith.cmpi sgt, %i16, %i", {1, 1, 1}},
           Rule{"arith.cmpi slt, %n16, %i", {1, 1, 1}},
           Rule{"arith.cmpi eq, %i, %n16", {1, 1, 1}},
           Rule{"arith.cmpi eq, %n, %n16", {1, 1, 1024}},
           Rule{"arith.minsi %i, %n16", {1, 1, 1}},
           Rule{"arith.maxui %i, %in", {1024, 16, 1}},
           Rule{"arith.shli %i, %c2", {1, 4, 1}},
           Rule{"arith.shli %n16, %c2", {1, 64, 1024}},
           Rule{"arith.shli %n16, %n", {1, 16, 1024}},
           Rule{"arith.shrsi %n16, %c2", {1, 4, 1024}},
           Rule{"arith.shrui %i, %c2", {1, 1, 1}},
           Rule{"arith.shrsi %n16, %n", {1, 1, 1024}},
           Rule{"arith.andi %i, %n16", {1, 1, 1}},
           Rule{"arith.xori %n, %n16", {1, 1, 1024}},
       }) {
    CAPTURE(std::string(rule.operation));
    const std::string text =
        kernel(head + "    %r = " + rule.operation + " : " + type + "\n",
               "%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: i32, %m16: i32 "
               "{tt.divisibility = 16 : i32}");
    const AxisInfo info = axis_info(text, "r");
    REQUIRE(info.dimensions.size() == 1);
    CHECK(info.dimensions[0].contiguity == rule.expected.contiguity);
    CHECK(info.dimensions[0].divisibility == rule.expected.divisibility);
    CHECK(info.dimensions[0].constancy == rule.expected.constancy);
    CHECK_FALSE(info.value);
  }
  // Both sides count; the condition changes every 16 elements.
  const std::string selects = kernel(
      head + "    %r = arith.select %t, %i, %in : tensor<1024xi1, #blocked>, " + type + "\n",
      "%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: i32, %m16: i32 {tt.divisibility = 16 : "
      "i32}");
  CHECK(axis_info(selects, "r").dimensions[0] == AxisInfo::Dimension{16, 16, 1});
}

TEST_CASE("axis info joins both sides of a branch, and all jumps to a basic block") {
  const std::string branch = kernel(
      "    %c8 = arith.constant 8 : i32\n    %c12 = arith.constant 12 : i32\n"
      "    %t = arith.cmpi slt, %n, %c8 : i32\n"
      "    %r = scf.if %t -> (i32) {\n      scf.yield %c8 : i32\n    } else {\n"
      "      scf.yield %c12 : i32\n    }\n");
  CHECK(axis_info(branch, "r").dimensions[0].divisibility == 4);
  CHECK_FALSE(axis_info(branch, "r").value);
  const std::string jumps = kernel(
      "    %c8 = arith.constant 8 : i32\n    %c12 = arith.constant 12 : i32\n"
      "    %t = arith.cmpi slt, %n, %c8 : i32\n"
      "    cf.cond_br %t, ^bb1(%c8 : i32), ^bb1(%c12 : i32)\n  ^bb1(%r: i32):\n"
      "    %s = arith.addi %r, %c8 : i32\n    %u = arith.cmpi slt, %s, %n : i32\n"
      "    cf.cond_br %u, ^bb1(%s : i32), ^bb2\n  ^bb2:\n");
  CHECK(axis_info(jumps, "r").dimensions[0].divisibility == 4);
  CHECK(axis_info(jumps, "s").dimensions[0].divisibility == 4);
  CHECK_FALSE(axis_info(jumps, "r").value);
}

TEST_CASE("axis info of an scf.while holds before and after every iteration") {
  const std::string text = kernel(
      "    %c64 = arith.constant 64 : i32\n    %c48 = arith.constant 48 : i32\n"
      "    %r = scf.while (%a = %c64) : (i32) -> i32 {\n"
      "      %t = arith.cmpi slt, %a, %n : i32\n      scf.condition(%t) %a : i32\n"
      "    } do {\n    ^bb0(%b: i32):\n      %c = arith.addi %b, %c48 : i32\n"
      "      scf.yield %c : i32\n    }\n");
  for (const char* name : {"a", "b", "r"}) {
    CAPTURE(std::string(name));
    CHECK(axis_info(text, name).dimensions[0].divisibility == 16);
    CHECK_FALSE(axis_info(text, name).value);
  }
}

}  // namespace layoutq
