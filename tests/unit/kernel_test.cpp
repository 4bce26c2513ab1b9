#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "core/kernel/inspection.h"

/// Kernels as their text, what is known of their values, and what their operations do.
namespace layoutq {

namespace {

const std::string layouts =
    "#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order "
    "= [0]}>\n"
    "#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = "
    "[0]}>\n"
    "#square = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, "
    "1], order = [1, 0]}>\n";

/// A module with one kernel of that body.
std::string kernel(
    const std::string& body,
    const std::string& arguments = "%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32") {
  return layouts +
         "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, "
         "\"ttg.threads-per-warp\" = 32 : i32} {\n  tt.func public @k(" +
         arguments + ") attributes {noinline = false} {\n" + body + "    tt.return\n  }\n}\n";
}

/// What follows a range of 1024 elements and pointers to them from %x on.
const std::string range =
    "    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>\n"
    "    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>\n"
    "    %p = tt.addptr %xs, %i : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, "
    "#blocked>\n";

struct Inspected {
  std::string text;  ///< what the kernels refer to
  Kernels kernels;
  Inspection inspection;

  const InspectedOperation& operator[](std::string_view name) const {
    for (const InspectedOperation& one : inspection.operations) {
      if (one.name == name) return one;
    }
    throw std::runtime_error("no operation " + std::string(name));
  }
};

/// The first function, with integer arguments `numbers` in their order.
std::unique_ptr<Inspected> inspected(const std::string& text, std::vector<Int> numbers = {}) {
  auto all = std::make_unique<Inspected>();
  all->text = text;
  all->kernels = read_kernels(all->text);
  REQUIRE(!all->kernels.functions.empty());
  const Function& function = all->kernels.functions[0];
  Launch launch;
  std::size_t next = 0;
  for (const KernelArgument& argument : function.arguments) {
    const bool integer =
        all->kernels.type_of(function, argument.value).element == ValueType::Element::integer;
    launch.arguments.push_back(integer && next < numbers.size() ? numbers[next++]
                                                                : assumed(argument));
  }
  all->inspection = inspect(&all->kernels, function, launch);
  return all;
}

/// What is known of a value of the first function.
AxisInfo facts(const std::string& text, std::string_view name) {
  const Kernels kernels = read_kernels(text);
  const Function& function = kernels.functions.at(0);
  const std::vector<AxisInfo> all = axis_info_of(kernels, function);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (function.values[i].name == name) return all[i];
  }
  throw std::runtime_error("no value " + std::string(name));
}

}  // namespace

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

TEST_CASE("a pointer's facts come from the range, the argument, and the bytes of an element") {
  const std::string text = kernel(range + "    %m = arith.muli %n, %n : i32\n");
  CHECK(facts(text, "i").dimensions[0] == AxisInfo::Dimension{1024, Int{1} << 30, 1});
  CHECK(facts(text, "xs").dimensions[0] == AxisInfo::Dimension{1, 16, 1024});
  CHECK(facts(text, "p").dimensions[0] == AxisInfo::Dimension{1024, 16, 1});
  CHECK(facts(text, "m").dimensions[0] == AxisInfo::Dimension{1, 1, 1});
}

TEST_CASE("a loop's carried value is known only as far as every iteration keeps it") {
  const std::string text = kernel(
      "    %c0 = arith.constant 0 : i32\n    %c64 = arith.constant 64 : i32\n"
      "    %c48 = arith.constant 48 : i32\n"
      "    %r = scf.for %k = %c0 to %n step %c64 iter_args(%a = %c64) -> (i32)  : i32 {\n"
      "      %b = arith.addi %a, %c48 : i32\n      scf.yield %b : i32\n    }\n");
  CHECK(facts(text, "k").dimensions[0].divisibility == 64);
  CHECK(facts(text, "a").dimensions[0].divisibility == 16);
  CHECK_FALSE(facts(text, "a").value);
  CHECK(facts(text, "r") == facts(text, "a"));
}

TEST_CASE("hints replace what is computed") {
  const std::string text = kernel(
      range +
      "    %c = arith.constant dense<100> : tensor<1024xi32, #blocked>\n"
      "    %h = arith.remsi %i, %c {tt.contiguity = dense<64> : tensor<1xi32>, tt.divisibility = "
      "dense<32> : tensor<1xi32>} : tensor<1024xi32, #blocked>\n");
  CHECK(facts(text, "h").dimensions[0].contiguity == 64);
  CHECK(facts(text, "h").dimensions[0].divisibility == 32);
}

TEST_CASE("a load of neighbours from an aligned pointer is as wide as can be") {
  const auto all =
      inspected(kernel(range + "    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n"));
  const InspectedOperation& load = (*all)["v"];
  CHECK(load.vector_bytes == 16);
  CHECK(load.width->limited_by == LimitedBy::maximum);
  CHECK(load.times == 1);
  CHECK(load.traffic->requests == 8);
  CHECK(load.traffic->sectors == 128);
  CHECK(load.efficiency == 1.0);
  CHECK(load.copies == 1);
}

TEST_CASE("an odd bound makes a mask that may change everywhere, one divisible by 16 does not") {
  const auto masked = [](const std::string& bound) {
    return kernel(range +
                      "    %ns = tt.splat %n : i32 -> tensor<1024xi32, #blocked>\n"
                      "    %m = arith.cmpi slt, %i, %ns : tensor<1024xi32, #blocked>\n"
                      "    %v = tt.load %p, %m : tensor<1024x!tt.ptr<f32>, #blocked>\n",
                  "%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32" + bound);
  };
  const auto odd = inspected(masked(""), {1000});
  CHECK((*odd)["v"].vector_bytes == 4);
  CHECK((*odd)["v"].width->limited_by == LimitedBy::mask);
  CHECK((*odd)["v"].traffic->requests == 32);
  // 1000 elements of 4 bytes lie in 125 sectors; four requests of a warp touch each of them.
  CHECK((*odd)["v"].traffic->ideal_sectors == 125);
  CHECK((*odd)["v"].traffic->sectors == 4 * 125);
  const auto even = inspected(masked(" {tt.divisibility = 16 : i32}"), {1000});
  CHECK((*even)["v"].vector_bytes == 16);
  CHECK((*even)["v"].traffic->sectors == 125);
}

TEST_CASE("what is loaded is not known, and says so") {
  const std::string loads =
      range +
      "    %q = tt.bitcast %p : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<i32>, "
      "#blocked>\n"
      "    %j = tt.load %q : tensor<1024x!tt.ptr<i32>, #blocked>\n"
      "    %g = tt.addptr %xs, %j : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, "
      "#blocked>\n"
      "    %v = tt.load %g : tensor<1024x!tt.ptr<f32>, #blocked>\n"
      "    %s = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<i32>\n"
      "    %l = tt.load %s : !tt.ptr<i32>\n"
      "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n"
      "    scf.for %k = %c0 to %l step %c1  : i32 {\n"
      "      %w = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n    }\n"
      "    %t = arith.cmpi slt, %l, %c1 : i32\n"
      "    scf.if %t {\n      %u = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n    }\n"
      "    %f = arith.constant false\n"
      "    scf.if %f {\n      %z = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n    }\n";
  const auto all = inspected(kernel(loads));
  CHECK((*all)["v"].notes == std::vector{Note{.kind = NoteKind::gather, .why = Unknown::loaded}});
  CHECK((*all)["v"].vector_bytes == 4);
  CHECK_FALSE((*all)["v"].traffic);
  for (const char* name : {"w", "u"}) {
    CAPTURE(name);
    CHECK_FALSE((*all)[name].times);
    CHECK_FALSE((*all)[name].traffic);
    CHECK((*all)[name].efficiency == 1.0);
    CHECK((*all)[name].notes ==
          std::vector{Note{.kind = NoteKind::unknown_times, .why = Unknown::loaded},
                      Note{.kind = NoteKind::one_execution}});
  }
  CHECK((*all)["z"].times == 0);
  CHECK((*all)["z"].notes == std::vector{Note{.kind = NoteKind::branch_not_taken}});
}

TEST_CASE("an unknown number times a sector's bytes leaves the sectors known") {
  const std::string loads = range +
                            "    %s = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<i32>\n"
                            "    %l = tt.load %s : !tt.ptr<i32>\n"
                            "    %c8 = arith.constant 8 : i32\n    %c2 = arith.constant 2 : i32\n"
                            "    %a = arith.muli %l, %c8 : i32\n"
                            "    %b = arith.muli %l, %c2 : i32\n"
                            "    %as = tt.splat %a : i32 -> tensor<1024xi32, #blocked>\n"
                            "    %bs = tt.splat %b : i32 -> tensor<1024xi32, #blocked>\n"
                            "    %pa = tt.addptr %p, %as : tensor<1024x!tt.ptr<f32>, #blocked>, "
                            "tensor<1024xi32, #blocked>\n"
                            "    %pb = tt.addptr %p, %bs : tensor<1024x!tt.ptr<f32>, #blocked>, "
                            "tensor<1024xi32, #blocked>\n"
                            "    %v = tt.load %pa : tensor<1024x!tt.ptr<f32>, #blocked>\n"
                            "    %w = tt.load %pb : tensor<1024x!tt.ptr<f32>, #blocked>\n";
  const auto all = inspected(kernel(loads));
  REQUIRE((*all)["v"].traffic);
  CHECK((*all)["v"].traffic->sectors == 128);
  CHECK_FALSE((*all)["w"].traffic);
  CHECK((*all)["w"].notes.size() == 1);
}

TEST_CASE("jumps between blocks are followed, as a return in the middle makes them") {
  const std::string body = range +
                           "    %c5 = arith.constant 5 : i32\n"
                           "    %t = arith.cmpi slt, %n, %c5 : i32\n"
                           "    cf.cond_br %t, ^bb1, ^bb2(%n : i32)\n"
                           "  ^bb1:\n"
                           "    tt.return\n"
                           "  ^bb2(%k: i32):\n"
                           "    %ks = tt.splat %k : i32 -> tensor<1024xi32, #blocked>\n"
                           "    %q = tt.addptr %p, %ks : tensor<1024x!tt.ptr<f32>, #blocked>, "
                           "tensor<1024xi32, #blocked>\n"
                           "    %v = tt.load %q : tensor<1024x!tt.ptr<f32>, #blocked>\n";
  const auto taken = inspected(kernel(body), {8});
  CHECK((*taken)["v"].times == 1);
  CHECK((*taken)["v"].vector_bytes == 4);
  CHECK((*taken)["v"].traffic->ideal_sectors == 128);
  const auto left = inspected(kernel(body), {4});
  CHECK((*left)["v"].times == 0);
}

TEST_CASE("a loop that never ends is left, and that is said") {
  const std::string body = range +
                           "    %c0 = arith.constant 0 : i64\n    %c1 = arith.constant 1 : i64\n"
                           "    %big = arith.constant 4611686018427387904 : i64\n"
                           "    scf.for %k = %c0 to %big step %c1  : i64 {\n"
                           "      %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n    }\n"
                           "    %t = arith.constant true\n"
                           "    %r = scf.while (%a = %n) : (i32) -> i32 {\n"
                           "      scf.condition(%t) %a : i32\n    } do {\n    ^bb0(%b: i32):\n"
                           "      scf.yield %b : i32\n    }\n";
  const auto all = inspected(kernel(body));
  CHECK((*all)["v"].times > 1000);
  CHECK((*all)["v"].notes.size() == 1);
  CHECK(all->inspection.notes.size() == 2);
}

TEST_CASE("what a loop with an unknown bound carries is known as far as every iteration keeps it") {
  const std::string head =
      range +
      "    %s = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<i32>\n    %l = tt.load %s : !tt.ptr<i32>\n"
      "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n"
      "    %c64 = arith.constant dense<64> : tensor<1024xi32, #blocked>\n"
      "    %c2 = arith.constant dense<2> : tensor<1024xi32, #blocked>\n";
  const std::string type = "tensor<1024x!tt.ptr<f32>, #blocked>";
  // Pointers that move by whole sectors keep their requests; those that do not, don't.
  const auto loop = [&](const std::string& step) {
    return kernel(
        head + "    %r:2 = scf.for %k = %c0 to %l step %c1 iter_args(%q = %p, %z = %c0) -> (" +
        type + ", i32)  : i32 {\n      %v = tt.load %q : " + type + "\n      %n1 = tt.addptr %q, " +
        step + " : " + type + ", tensor<1024xi32, #blocked>\n      scf.yield %n1, %k : " + type +
        ", i32\n    }\n    %w = tt.load %r#0 : " + type +
        "\n    %e = tt.addptr %x, %r#1 : !tt.ptr<f32>, i32\n"
        "    %t = arith.cmpi eq, %r#1, %c0 : i32\n    scf.if %t {\n      %u = tt.load %p : " +
        type + "\n    }\n");
  };
  const auto whole = inspected(loop("%c64"));
  CHECK((*whole)["v"].efficiency == 1.0);
  REQUIRE((*whole)["w"].traffic);
  CHECK((*whole)["w"].traffic->sectors == 128);
  // Whether the last index was 0 is not known.
  CHECK_FALSE((*whole)["u"].times);
  const auto part = inspected(loop("%c2"));
  CHECK_FALSE((*part)["v"].efficiency);
  CHECK_FALSE((*part)["w"].traffic);
}

TEST_CASE("blocks that jumps lead to from several sides know what all bring") {
  const std::string body = range +
                           "    %s = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<i32>\n"
                           "    %l = tt.load %s : !tt.ptr<i32>\n"
                           "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n"
                           "    %t = arith.cmpi slt, %l, %c1 : i32\n"
                           "    cf.cond_br %t, ^bb1, ^bb2\n"
                           "  ^bb1:\n    cf.br ^bb3(%c0 : i32)\n"
                           "  ^bb2:\n    cf.br ^bb3(%c1 : i32)\n"
                           "  ^bb3(%k: i32):\n"
                           "    %z = arith.cmpi eq, %k, %c0 : i32\n"
                           "    scf.if %z {\n      %v = tt.load %p : "
                           "tensor<1024x!tt.ptr<f32>, #blocked>\n    }\n";
  const auto all = inspected(kernel(body));
  CHECK_FALSE((*all)["v"].times);
  CHECK((*all)["v"].efficiency == 1.0);
}

TEST_CASE("loads of bytes that are loaded anyway are not issued, volatile ones are") {
  const auto twice = [](const std::string& between, const std::string& attribute) {
    return kernel(range + "    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n" + between +
                  "    %w = tt.load %p " + attribute +
                  ": tensor<1024x!tt.ptr<f32>, #blocked>\n    %f = arith.addf %v, %w : "
                  "tensor<1024xf32, #blocked>\n");
  };
  const auto again = inspected(twice("", ""));
  CHECK((*again)["v"].traffic->requests == 8);
  CHECK((*again)["w"].traffic->requests == 0);
  CHECK((*again)["w"].notes.size() == 1);
  CHECK((*inspected(twice("", "{isVolatile = true} ")))["w"].traffic->requests == 8);
  CHECK((*inspected(twice("    gpu.barrier\n", "")))["w"].traffic->requests == 8);
}

TEST_CASE("what only holds for large arguments, or in some iterations, spares no load") {
  // A stencil that is clamped at its end: the neighbour's element is not the same everywhere.
  const std::string type = "tensor<1024xi32, #blocked>";
  const std::string clamped =
      kernel(range + "    %c1 = arith.constant dense<1> : " + type +
             "\n    %j = arith.addi %i, %c1 : " + type + "\n    %ns = tt.splat %n : i32 -> " +
             type + "\n    %m = arith.minsi %j, %ns : " + type +
             "\n    %q = tt.addptr %xs, %m : tensor<1024x!tt.ptr<f32>, #blocked>, " + type +
             "\n    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n"
             "    %w = tt.load %q : tensor<1024x!tt.ptr<f32>, #blocked>\n");
  CHECK((*inspected(clamped))["w"].traffic->requests == 32);
  CHECK((*inspected(clamped, {100}))["w"].traffic->requests == 32);
  // From the sixth iteration on nothing of one load lies within the other.
  const auto late = inspected(kernel(
      range +
      "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n"
      "    %c5 = arith.constant 5 : i32\n    %c10 = arith.constant 10 : i32\n"
      "    scf.for %k = %c0 to %c10 step %c1  : i32 {\n"
      "      %t = arith.cmpi sge, %k, %c5 : i32\n      scf.if %t {\n"
      "        %ks = tt.splat %k : i32 -> tensor<1024xi32, #blocked>\n"
      "        %q = tt.addptr %p, %ks : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, "
      "#blocked>\n"
      "        %v = tt.load %q : tensor<1024x!tt.ptr<f32>, #blocked>\n"
      "        %w = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n      }\n    }\n"));
  CHECK((*late)["v"].times == 5);
  CHECK((*late)["v"].traffic->requests == 5 * 32);
}

TEST_CASE("what is stored to shared memory is told by the buffer, as either Triton prints it") {
  const std::string shared =
      "#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>\n";
  for (const char* between : {" -> ", ", "}) {
    CAPTURE(std::string(between));
    const auto all = inspected(
        shared + kernel(range +
                        "    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n"
                        "    %b = ttg.local_alloc : () -> !ttg.memdesc<1024xf32, #shared, #smem, "
                        "mutable>\n    ttg.local_store %v, %b : tensor<1024xf32, #blocked>" +
                        between + "!ttg.memdesc<1024xf32, #shared, #smem, mutable>\n"));
    CHECK((*all)["b"].kind == RowKind::local_store);
    CHECK((*all)["b"].vector_bytes == 16);
    CHECK((*all)["b"].wavefronts == 32);
    CHECK((*all)["b"].conflicts == 0);
  }
}

TEST_CASE("a call is told to be passed over, and what divides by zero is not known") {
  const auto all = inspected(kernel(
      range +
      "    %r = tt.call @other(%n) : (i32) -> i32\n    %c0 = arith.constant 0 : i32\n"
      "    %z = arith.divsi %n, %c0 : i32\n    %t = arith.cmpi slt, %z, %n : i32\n"
      "    scf.if %t {\n      %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n    }\n"));
  CHECK(all->kernels.skipped == std::vector<std::string>{"tt.call @other: it is not followed"});
  CHECK_FALSE((*all)["v"].times);
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

TEST_CASE("loops within loops within loops are analysed in no time") {
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

TEST_CASE("operations that are not modelled are told as such") {
  const std::string body =
      "    %d = tt.descriptor_load %t[%n] : !tt.tensordesc<tensor<64xf16>> -> tensor<64xf16, "
      "#one>\n"
      "    %a = tt.atomic_rmw fadd, acq_rel, gpu, %x, %f, %m : (!tt.ptr<f32>, f32, i1) -> f32\n"
      "    ttg.warp_specialize(%x)\n    default {\n"
      "      %v = tt.load %x : !tt.ptr<f32>\n      ttg.warp_yield\n    }\n"
      "    partition0(%y: !tt.ptr<f32>) num_warps(4) {\n"
      "      %w = tt.load %y : !tt.ptr<f32>\n      ttg.warp_return\n    } : (!tt.ptr<f32>) -> ()\n"
      "    %tm = ttng.tmem_load %q : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory> -> "
      "tensor<1024xf32, #one>\n"
      "    %new = some.operation %x {never = \"heard of\"} : !tt.ptr<f32> -> i32\n";
  const auto all = inspected(kernel(body));
  CHECK((*all)["d"].notes == std::vector{not_modelled(Gap::tma)});
  CHECK((*all)["d"].kind == RowKind::load);
  CHECK((*all)["a"].kind == RowKind::atomic);
  CHECK((*all)["v"].notes.front() == not_modelled(Gap::warp_specialization));
  CHECK((*all)["w"].notes.front() == not_modelled(Gap::warp_specialization));
  CHECK((*all)["tm"].notes == std::vector{not_modelled(Gap::tensor_memory)});
  CHECK(all->inspection.operations.size() == 5);
}

TEST_CASE("clusters are not modelled") {
  std::string text = kernel(range + "    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n");
  const std::size_t at = text.find("num-ctas\" = 1");
  text.replace(at, 13, "num-ctas\" = 2");
  const auto all = inspected(text);
  CHECK((*all)["v"].notes == std::vector{not_modelled(Gap::clusters)});
  CHECK_FALSE((*all)["v"].width);
}

TEST_CASE("strides are found where there are any") {
  Elementwise elementwise(1 << 10);
  const AbstractValue row = elementwise.range(0, 4);
  const AbstractValue rows = elementwise.expanded(
      elementwise.binary(Op::multiply, {}, 64, row, AbstractValue(Int{40})), 1);
  const AbstractValue columns =
      elementwise.expanded(elementwise.binary(Op::multiply, {}, 64, row, AbstractValue(Int{4})), 0);
  const AbstractValue both = elementwise.binary(Op::add, {}, 64, rows, columns);
  const auto memory =
      memory_of(elementwise.binary(Op::add, {}, 64, both, AbstractValue(Int{1032})), {4, 4}, 4);
  REQUIRE(memory);
  CHECK(memory->strides == Dims{10, 1});
  CHECK(memory->offset_bytes == 8);
  const AbstractValue squares = elementwise.binary(Op::multiply, {}, 64, row, row);
  CHECK_FALSE(memory_of(squares, {4}, 1));
}

}  // namespace layoutq
