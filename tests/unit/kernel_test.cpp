#include <doctest/doctest.h>

#include "tests/unit/kernel_text.h"

/// The text of kernels as operations.
namespace layoutq {

TEST_CASE("operations are read with their operands, types, regions and lines") {
  const std::string text = kernel(
      "    %c:2 = scf.for %k = %a to %n step %b iter_args(%u = %x, %v = %n) -> (!tt.ptr<f32>, i32) "
      " : "
      "i32 {\n"
      "      %w = tt.addptr %u, %v : !tt.ptr<f32>, i32 loc(\"k.py\":3:1)\n"
      "      scf.yield %w, %k : !tt.ptr<f32>, i32\n"
      "    } loc(#loc7)\n"
      "    %d = scf.if %y -> (i32) {\n"
      "      scf.yield %c#1 : i32\n"
      "    } else {\n"
      "      scf.yield %n : i32\n"
      "    }\n");
  const Kernels kernels = read_kernels(text);
  REQUIRE(kernels.functions.size() == 1);
  const Function& function = kernels.functions[0];
  CHECK(function.name == "k");
  REQUIRE(function.arguments.size() == 2);
  CHECK(function.arguments[0].divisibility == 16);
  CHECK(function.arguments[1].divisibility == 1);
  REQUIRE(function.body.size() == 1);
  const auto& operations = function.body[0].operations;
  REQUIRE(operations.size() == 3);
  const Operation& loop = operations[0];
  CHECK(loop.op == Op::for_loop);
  CHECK(loop.results == 2);
  CHECK(loop.location == "loc(#loc7)");
  // %a, %b and %y are not there.
  CHECK(loop.operand(0) == no_value);
  CHECK(loop.operand(1) == function.arguments[1].value);
  CHECK(loop.operand(3) == function.arguments[0].value);
  REQUIRE(loop.regions.size() == 1);
  const BasicBlock& body = loop.regions[0].at(0);
  CHECK(body.arguments.size() == 3);
  CHECK(kernels.type_of(function, body.arguments[0]).text == "i32");
  CHECK(kernels.type_of(function, body.arguments[1]).element == ValueType::Element::pointer);
  CHECK(body.operations.at(0).location == "loc(\"k.py\":3:1)");
  CHECK(body.operations.at(1).operand(0) == body.operations.at(0).first_result);
  CHECK(body.operations.at(1).operand(1) == body.arguments[0]);
  const Operation& branch = operations[1];
  REQUIRE(branch.regions.size() == 2);
  CHECK(branch.regions[0].at(0).operations.at(0).operand(0) == loop.first_result + 1);
  CHECK(kernels.type_of(function, branch.first_result).bits == 32);
}

TEST_CASE("names that sibling regions give again are different values") {
  const std::string text = kernel(
      "    scf.if %n {\n      %a = arith.constant 1 : i32\n    } else {\n"
      "      %a = arith.constant 2 : i32\n      %b = arith.addi %a, %a : i32\n    }\n"
      "    %c = arith.addi %a, %n : i32\n");
  const Kernels kernels = read_kernels(text);
  const auto& operations = kernels.functions.at(0).body.at(0).operations;
  const auto& otherwise = operations.at(0).regions.at(1).at(0).operations;
  CHECK(otherwise.at(1).operand(0) == otherwise.at(0).first_result);
  CHECK(operations.at(1).operand(0) == no_value);
}

TEST_CASE("text that breaks off is read as far as it goes") {
  for (const char* line :
       {"    %v = tt.load %x : !tt.ptr<>\n", "    %13 = tt.load %x : tensor<64x!tt.ptr<\n",
        "    %r = scf.if %n ->\n", "    default {\n    }\n", "    %r = scf.while (\n",
        "    %r:99999999 = scf.for %k = %n to %n step %n iter_args(%a = \n", "    }\n    }\n",
        "    %r = arith.constant dense<\n", "    %r = arith.addi %r, %r : i0\n",
        "    %a = arith.constant 5 : i32\n    %b = arith.addi %a, %a : what\n",
        "    %r = arith.shli %n, %n : i128\n", "    %r = arith.addi %q, %q : tensor<i32>\n",
        "    \"tt.reduce\"(%x) ({\n", "    cf.br ^bb9\n", "    %a, %b = x.y\n", "    ^bb0(\n"}) {
    CAPTURE(std::string(line));
    const std::string text = kernel(line);
    for (std::size_t size = text.size(); size > text.find("@k"); size -= 7) {
      Kernels kernels = read_kernels(std::string_view(text).substr(0, size));
      for (const Function& function : kernels.functions) {
        inspect(&kernels, function, Launch{.arguments = {0, 1}});
      }
    }
  }
}

}  // namespace layoutq
