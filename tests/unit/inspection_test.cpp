#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "cmd/report/kernel_notes.h"
#include "tests/unit/kernel_text.h"

/// What the operations of small kernels do.
namespace layoutq {

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

TEST_CASE(
    "a mask by an odd bound may change at every element, by a bound divisible by 16 it may not") {
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

TEST_CASE("what depends on loaded values is not known, and a note says so") {
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

TEST_CASE("pointers that move by an unknown number of whole sectors have known sectors") {
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

TEST_CASE("jumps between basic blocks are followed, as an early return makes them") {
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

TEST_CASE("an endless loop is left, and a note says so") {
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

TEST_CASE("a loop with an unknown bound carries what every iteration keeps") {
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

TEST_CASE("a basic block with several jumps to it joins what they bring") {
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

TEST_CASE("loads of bytes that are loaded anyway are not issued, unless they are volatile") {
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

TEST_CASE("loads that overlap for some arguments or in some iterations only are issued") {
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

TEST_CASE("a store to shared memory has the buffer's name, in either form that Triton prints") {
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

TEST_CASE("a call is skipped, and a division by zero is not known") {
  const auto all = inspected(kernel(
      range +
      "    %r = tt.call @other(%n) : (i32) -> i32\n    %c0 = arith.constant 0 : i32\n"
      "    %z = arith.divsi %n, %c0 : i32\n    %t = arith.cmpi slt, %z, %n : i32\n"
      "    scf.if %t {\n      %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n    }\n"));
  CHECK(all->kernels.skipped == std::vector<std::string>{"tt.call @other: calls are not followed"});
  CHECK_FALSE((*all)["v"].times);
}

TEST_CASE("an operation that is not modelled has a row and a note") {
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

TEST_CASE("strides are found in addresses that have them") {
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

TEST_CASE("registers that do not follow the neighbours in memory are why a load is narrow") {
  // Neighbours lie along dimension 1.
  const auto load = [](const std::string& layout) {
    const std::string of = "tensor<32x32xi32, " + layout + ">";
    const std::string pointers = "tensor<32x32x!tt.ptr<f32>, " + layout + ">";
    const std::string slice = "#ttg.slice<{dim = 0, parent = " + layout + "}>";
    return kernel("    %j = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, " +
                  slice + ">\n    %e = tt.expand_dims %j {axis = 0 : i32} : tensor<32xi32, " +
                  slice + "> -> tensor<1x32xi32, " + layout +
                  ">\n    %b = tt.broadcast %e : tensor<1x32xi32, " + layout + "> -> " + of +
                  "\n    %xs = tt.splat %x : !tt.ptr<f32> -> " + pointers +
                  "\n    %p = tt.addptr %xs, %b : " + pointers + ", " + of +
                  "\n    %v = tt.load %p : " + pointers + "\n");
  };
  const auto along = inspected(load("#square"));
  REQUIRE((*along)["v"].width);
  CHECK((*along)["v"].width->elements == 4);
  CHECK_FALSE((*along)["v"].width->neighbours_elsewhere);
  const std::string across =
      "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order "
      "= [0, 1]}>";
  const auto narrow = inspected(load(across));
  REQUIRE((*narrow)["v"].width);
  CHECK((*narrow)["v"].width->elements == 1);
  CHECK((*narrow)["v"].width->neighbours_elsewhere);
}

TEST_CASE("in a kernel of a load, one operation and a masked store, threads may exit first") {
  const std::string type = "tensor<1024xf32, #blocked>";
  const std::string head = range + "    %ns = tt.splat %n : i32 -> tensor<1024xi32, #blocked>\n" +
                           "    %m = arith.cmpi slt, %i, %ns : tensor<1024xi32, #blocked>\n" +
                           "    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n";
  const std::string store = ", %m : tensor<1024x!tt.ptr<f32>, #blocked>\n";
  const auto may_exit = [&](const std::string& body) {
    const auto all = inspected(kernel(body));
    const auto& notes = (*all)["v"].notes;
    return std::find(notes.begin(), notes.end(), Note{.kind = NoteKind::exits_first}) !=
           notes.end();
  };
  CHECK(may_exit(head + "    tt.store %p, %v" + store));
  const std::string one = head + "    %w = arith.addf %v, %v : " + type + "\n";
  CHECK(may_exit(one + "    tt.store %p, %w" + store));
  CHECK_FALSE(may_exit(one + "    tt.store %p, %w : tensor<1024x!tt.ptr<f32>, #blocked>\n"));
  CHECK_FALSE(
      may_exit(one + "    %u = arith.addf %w, %w : " + type + "\n    tt.store %p, %u" + store));
  CHECK_FALSE(may_exit(head + "    %w = math.exp %v : " + type + "\n    tt.store %p, %w" + store));
  // What does not use the load does not count.
  CHECK(may_exit(one +
                 "    %u = arith.addi %i, %i : tensor<1024xi32, #blocked>\n    %z = "
                 "arith.addi %u, %i : tensor<1024xi32, #blocked>\n    tt.store %p, %w" +
                 store));
  CHECK_FALSE(may_exit(one + "    scf.if %n {\n    }\n    tt.store %p, %w" + store));
}

TEST_CASE("a sum of 32-bit integers that wraps around is noticed, whether scalar or tensor") {
  const auto wraps = [](const std::string& operation, Int number) {
    return inspected(kernel(range + "    %ns = tt.splat %n : i32 -> tensor<1024xi32, #blocked>\n" +
                            operation),
                     {number})
        ->inspection.wraps;
  };
  const std::string scalar = "    %s = arith.addi %n, %n : i32\n";
  CHECK_FALSE(wraps(scalar, 1 << 20));
  CHECK(wraps(scalar, 1 << 30));
  const std::string tensor = "    %s = arith.addi %i, %ns : tensor<1024xi32, #blocked>\n";
  CHECK_FALSE(wraps(tensor, INT32_MAX - 1023));
  CHECK(wraps(tensor, INT32_MAX - 1022));
}

TEST_CASE("an access at an address that is not a multiple of its width faults") {
  // The hint promises more than holds.
  const auto all = inspected(
      kernel(range + "    %ns = tt.splat %n : i32 -> tensor<1024xi32, #blocked>\n"
                     "    %s = arith.addi %i, %ns {tt.contiguity = dense<1024> : tensor<1xi32>, "
                     "tt.divisibility = dense<16> : tensor<1xi32>} : tensor<1024xi32, #blocked>\n"
                     "    %q = tt.addptr %xs, %s : tensor<1024x!tt.ptr<f32>, #blocked>, "
                     "tensor<1024xi32, #blocked>\n"
                     "    %v = tt.load %q : tensor<1024x!tt.ptr<f32>, #blocked>\n"),
      {3});
  CHECK((*all)["v"].vector_bytes == 16);
  CHECK((*all)["v"].traffic->misaligned);
  CHECK((*all)["v"].notes == std::vector{Note{.kind = NoteKind::misaligned, .count = 16}});
}

TEST_CASE("a visit takes both sides of a branch and one iteration of each loop") {
  const std::string load = "tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>\n";
  const std::string text = kernel(
      range +
      "    %c0 = arith.constant 0 : i32\n    %c3 = arith.constant 3 : i32\n"
      "    %c100 = arith.constant 100 : i32\n    %f = arith.constant false\n"
      "    scf.if %f {\n      %a = " +
      load + "    } else {\n      %b = " + load +
      "    }\n    scf.for %k = %c0 to %c0 step %c3  : i32 {\n"
      "      %l = tt.addptr %x, %k : !tt.ptr<f32>, i32\n      %c = tt.load %l : !tt.ptr<f32>\n"
      "    }\n    %r = scf.while (%u = %c0) : (i32) -> i32 {\n      scf.condition(%f) %u : i32\n"
      "    } do {\n    ^bb0(%w: i32):\n      %d = " +
      load +
      "      scf.yield %c100 : i32\n    }\n"
      "    %q = tt.addptr %x, %r : !tt.ptr<f32>, i32\n    %e = tt.load %q : !tt.ptr<f32>\n");
  const Kernels kernels = read_kernels(text);
  const Function& function = kernels.functions.at(0);
  const Launch launch{.arguments = {0, 1}};
  Evaluation evaluation(kernels, function, launch);
  std::vector<std::string> visited;
  Int base = 0;
  Int in_loop = 0;
  Int after_while = 0;
  evaluation.visit(
      [&](const Operation& operation, std::optional<Unknown>) {
        const auto name = function.values[static_cast<std::size_t>(operation.first_result)].name;
        visited.emplace_back(name);
        const AbstractValue& pointer = evaluation[operation.operand(0)];
        if (name == "a") base = pointer.offset();
        if (name == "c") in_loop = pointer.number().value_or(0);
        if (name == "e") after_while = pointer.number().value_or(0);
      },
      5);
  CHECK(visited == std::vector<std::string>{"a", "b", "c", "d", "e"});
  CHECK(in_loop == base + 4 * 5 * 3);
  CHECK(after_while == base + 4 * 100);
}

TEST_CASE("an unknown multiple of 2^bits is 0") {
  Elementwise elementwise(1 << 10);
  const auto multiple = AbstractValue::unknown_multiple(Int{1} << 16, Unknown::loaded);
  const auto times = [&](Int factor) {
    return elementwise.binary(Op::multiply, {}, 32, multiple, AbstractValue(factor));
  };
  CHECK(times(Int{1} << 15).step() == Int{1} << 31);
  CHECK(times(Int{1} << 16).number() == 0);
}

TEST_CASE("without a known number of executions, the efficiency is of one that touches memory") {
  // The mask is false in the first iteration.
  const auto all = inspected(
      kernel(range + "    %s = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<i32>\n"
                     "    %l = tt.load %s : !tt.ptr<i32>\n"
                     "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n"
                     "    %c2 = arith.constant 2 : i32\n    %t = arith.cmpi slt, %l, %c1 : i32\n"
                     "    scf.for %k = %c0 to %c2 step %c1  : i32 {\n"
                     "      %b = arith.cmpi sgt, %k, %c0 : i32\n"
                     "      %m = tt.splat %b : i1 -> tensor<1024xi1, #blocked>\n      scf.if %t {\n"
                     "        %v = tt.load %p, %m : tensor<1024x!tt.ptr<f32>, #blocked>\n      }\n"
                     "    }\n"));
  CHECK_FALSE((*all)["v"].times);
  CHECK((*all)["v"].efficiency == 1.0);
}

TEST_CASE("notes are worded") {
  CHECK(text_of({.kind = NoteKind::gather, .why = Unknown::loaded}) ==
        "gather: the pointer is loaded");
  CHECK(text_of({.kind = NoteKind::unknown_mask, .why = Unknown::grid}) ==
        "unknown: the mask depends on the grid (--grid)");
  CHECK(text_of(not_modelled(Gap::layout_kind, "nvidia_mma")) == "not modelled: nvidia_mma");
  CHECK(text_of({.kind = NoteKind::invalid_layout, .name = "order", .reason = "is too long"}) ==
        "no layout: order is too long");
  CHECK(text_of({.kind = NoteKind::not_issued, .count = 1, .of = 4}) ==
        "1 of a thread's 4 instructions not issued: their bytes are loaded anyway");
  CHECK(text_of({.kind = NoteKind::loop_cut, .count = 1, .line = 7}) ==
        "cut: the loop at line 7 of the text was left after 1 iteration; later iterations are not "
        "counted");
  CHECK(text_of({.kind = NoteKind::jump_cut, .line = 7, .name = "k.py:3"}) ==
        "cut: the jump at k.py:3 was no longer followed");
}

}  // namespace layoutq
