#include <doctest/doctest.h>

#include <string>

#include "core/kinds/description.h"
#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

Description ampere(Dims warps_per_cta, Dims instr_shape = {16, 8}) {
  return {NvidiaMma{2, 0, warps_per_cta, instr_shape}};
}

Description operand(Int index, const Description& parent, Int k_width) {
  return {DotOperand{index, std::make_shared<const Description>(parent), k_width}};
}

Description mfma(Int m, Int n, bool transposed) {
  return {AmdMfma{
      .version = 3, .instr_shape = {m, n}, .transposed = transposed, .warps_per_cta = {1, 1}}};
}

Description wmma(Int version, bool transposed = false) {
  return {AmdWmma{.version = version, .transposed = transposed, .warps_per_cta = {1, 1}}};
}

/// "parameter reason", or nothing.
std::string problem_text(const std::optional<Problem>& problem) {
  return problem ? std::string(problem->parameter) + " " + problem->reason : "";
}

std::string refused(const Description& description) {
  return problem_text(problem_of(description));
}

/// Checks every place of warp 0 against a rule.
template <class Rule>
void check_warp(const Layout& layout, Rule rule) {
  for (Place at; at.lane < layout.lanes(); ++at.lane) {
    for (at.reg = 0; at.reg < layout.registers(); ++at.reg) {
      REQUIRE(layout.coordinate(at) == rule(at.lane, at.reg));
    }
  }
}

}  // namespace

TEST_CASE("mma.m16n8k16 has the fragments that PTX gives") {
  const Description result = ampere({1, 1});
  const Layout c = build(result, {16, 8});
  CHECK(c.registers() == 4);
  check_warp(c, [](Int lane, Int i) { return Dims{lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2}; });
  const Layout a = build(operand(0, result, 2), {16, 16});
  CHECK(a.registers() == 8);
  check_warp(a, [](Int lane, Int i) {
    return Dims{lane / 4 + i / 2 % 2 * 8, lane % 4 * 2 + i % 2 + i / 4 * 8};
  });
  const Layout b = build(operand(1, result, 2), {16, 8});
  CHECK(b.registers() == 4);
  check_warp(b, [](Int lane, Int i) { return Dims{lane % 4 * 2 + i % 2 + i / 2 * 8, lane / 4}; });
}

TEST_CASE("version 2 deals warps along rows first, version 3 along columns") {
  const Layout ampere_result = build(ampere({2, 2}), {32, 16});
  CHECK(ampere_result.coordinate({0, 1, 0, 0}) == Dims{0, 8});
  CHECK(ampere_result.coordinate({0, 2, 0, 0}) == Dims{16, 0});
  const Layout hopper = build({NvidiaMma{3, 0, {4, 2}, {16, 64, 16}}}, {64, 128});
  CHECK(hopper.registers() == 32);
  CHECK(hopper.coordinate({0, 1, 0, 0}) == Dims{16, 0});
  CHECK(hopper.coordinate({0, 4, 0, 0}) == Dims{0, 64});
}

TEST_CASE("warps along K hold copies of an operand") {
  const Layout a = build(operand(0, ampere({2, 2}), 2), {32, 16});
  CHECK(owners_of(a, {0, 0}) == std::vector<Place>{{0, 0, 0, 0}, {0, 1, 0, 0}});
  CHECK(owners_of(a, {16, 0}) == std::vector<Place>{{0, 2, 0, 0}, {0, 3, 0, 0}});
}

TEST_CASE("an operand of a blocked layout has all of K in a thread") {
  const Layout a = build(operand(0, blocked({1, 4}, {8, 4}, {2, 1}, {1, 0}), 0), {16, 32});
  CHECK(a.registers() == 32);
  CHECK(a.holders({0, 0}) == 4);
  CHECK(owners_of(a, {9, 6}).front() == Place{0, 1, 4, 6});
}

TEST_CASE("MFMA's registers run four along M, or along N when transposed") {
  check_warp(build(mfma(32, 32, false), {32, 32}), [](Int lane, Int i) {
    return Dims{i % 4 + lane / 32 * 4 + i / 4 * 8, lane % 32};
  });
  check_warp(build(mfma(32, 32, true), {32, 32}), [](Int lane, Int i) {
    return Dims{lane % 32, i % 4 + lane / 32 * 4 + i / 4 * 8};
  });
  check_warp(build(mfma(16, 16, false), {16, 16}), [](Int lane, Int i) {
    return Dims{i + lane / 16 * 4, lane % 16};
  });
}

TEST_CASE("WMMA's halves of a warp hold alternate rows in version 1, halves of the tile later") {
  CHECK(owners_of(build(wmma(1), {16, 16}), {9, 6}) == std::vector{Place{0, 0, 22, 4}});
  CHECK(owners_of(build(wmma(2), {16, 16}), {9, 6}) == std::vector{Place{0, 0, 22, 1}});
  CHECK(owners_of(build(wmma(3), {16, 16}), {9, 6}) == std::vector{Place{0, 0, 22, 1}});
  CHECK(owners_of(build(wmma(2, true), {16, 16}), {6, 9}) == std::vector{Place{0, 0, 22, 1}});
}

TEST_CASE("WMMA's tiles are dealt out by numbers or by bases") {
  AmdWmma by_warps{.version = 2, .transposed = true, .warps_per_cta = {2, 2}};
  AmdWmma by_bases{
      .version = 2, .transposed = true, .warps_per_cta = {}, .warp_bases = {{0, 1}, {1, 0}}};
  const auto bases_on = [](const AmdWmma& one) {
    return build({one}, {64, 32}).linear()->bases(Index::warp);
  };
  CHECK(bases_on(by_warps) == Bases{{0, 16}, {16, 0}});
  CHECK(bases_on(by_bases) == Bases{{0, 16}, {16, 0}});
  CHECK(warps({by_bases}) == 4);
}

TEST_CASE("CTAs of a cluster split the tensor or hold copies") {
  const Layout layout =
      build({Blocked{{1, 4}, {8, 4}, {2, 1}, {1, 0}, {{1, 0}, {0, 0}}}}, {32, 16});
  CHECK(layout.blocks() == 4);
  CHECK(owners_of(layout, {25, 6}) == std::vector<Place>{{1, 1, 5, 2}, {3, 1, 5, 2}});
}

TEST_CASE("what a layout covers is its tile, over all CTAs") {
  CHECK(covered_shape(example()) == Dims{16, 16});
  CHECK(covered_shape({Blocked{{1, 4}, {8, 4}, {2, 1}, {1, 0}, {{1, 0}}}}) == Dims{32, 16});
  CHECK(covered_shape(slice_of(example(), 0)) == Dims{16});
  CHECK(covered_shape(ampere({2, 2})) == Dims{32, 16});
  CHECK(covered_shape(operand(0, ampere({2, 2}), 2)) == Dims{32, 16});
  CHECK(covered_shape(operand(1, ampere({2, 2}), 4)) == Dims{32, 16});
  CHECK(covered_shape(mfma(32, 32, false)) == Dims{32, 32});
  CHECK(covered_shape(wmma(1)) == Dims{16, 16});
  CHECK(covered_shape({Linear{{{3}}, {{1}}, {}, {}, {4}}}) == Dims{4});
}

TEST_CASE("an operand has the width that its parent can have") {
  CHECK(refused(operand(0, ampere({1, 1}), 2)) == "");
  CHECK(refused(operand(0, ampere({1, 1}), 3)) ==
        "k_width is 3, but nvidia_mma takes only 1, 2, 4, 8");
  CHECK(refused(operand(0, ampere({1, 1}), 0)) == "k_width is missing: nvidia_mma needs it");
  CHECK(refused(operand(0, wmma(1), 4)) == "k_width is 4, but amd_wmma version 1 takes only 8, 16");
  CHECK(refused(operand(1, wmma(2), 2)) ==
        "k_width is 2, but amd_wmma version 2 takes only 4, 8, 16");
  CHECK(refused(operand(0, example(), 2)) == "k_width is not for a blocked parent");
  CHECK(refused(operand(2, ampere({1, 1}), 2)) == "operand_index is neither 0 (A) nor 1 (B)");
  CHECK(refused(operand(1, {NvidiaMma{3, 0, {4, 1}, {16, 64, 16}}}, 2)) ==
        "operand_index is 1, but version 3 takes only operand 0 from registers");
  CHECK(refused(operand(0, slice_of(example(), 0), 2)) ==
        "parent is slice: only nvidia_mma, amd_mfma, amd_wmma and blocked have operands");
  CHECK(refused(operand(0, blocked({1}, {32}, {1}, {0}), 0)) ==
        "parent has 1 dimension, but a matrix has 2");
}

TEST_CASE("an instruction is one that there is") {
  CHECK(refused(mfma(64, 4, true)) == "");
  CHECK(refused(mfma(64, 4, false)) == "instr_shape is 64 x 4, which exists only transposed");
  CHECK(refused(mfma(4, 64, false)) == "");
  CHECK(refused(mfma(8, 8, false)) ==
        "instr_shape is 8 x 8: the instructions are 32 x 32, 16 x 16, 64 x 4 and 4 x 64");
  CHECK(refused(ampere({1, 1}, {16, 4})) == "instr_shape is 16 x 4: m and n are at least 8");
  CHECK(refused(ampere({1, 1}, {16, 12})) == "instr_shape has 12, which is not a power of two");
  CHECK(refused(ampere({1, 1}, {16})) == "instr_shape has 1 number: version 2 takes m, n");
  CHECK(refused({NvidiaMma{3, 0, {4, 1}, {16, 64}}}) ==
        "instr_shape has 2 numbers: version 3 takes m, n, k");
  CHECK(refused({NvidiaMma{1, 0, {1, 1}, {16, 8}}}) == "version 1 is not modelled: only 2 and 3");
  CHECK(refused(wmma(4)) == "version is not in 1 to 3");
}

TEST_CASE("numbers and bases have the layout's dimensions") {
  CHECK(refused({Linear{{{0, 1}}, {{1}}, {}, {}, {2, 2}}}) ==
        "lane_bases has a basis of 1 number, but the layout has 2 dimensions");
  CHECK(refused({Linear{{{0, 1}}, {{2, 0}}, {}, {}, {2, 2}}}) ==
        "lane_bases moves 2 along dimension 0, past the shape 2,2");
  CHECK(refused({Linear{{{0, 1}}, {{0, 1}}, {}, {}, {2, 2}}}) ==
        "reg_bases and the other bases do not reach every element of shape 2,2");
  CHECK(refused({Linear{{{0, 1}}, {}, {}, {}, {1, 3}}}) ==
        "shape has 3, which is not a power of two");
  CHECK(refused({Blocked{{1, 4}, {8, 4}, {2, 1}, {1, 0}, {{1}}}}) ==
        "cga_layout has a basis of 1 number, but the layout has 2 dimensions");
  CHECK(refused({Blocked{{1, 3}, {8, 4}, {2, 1}, {1, 0}, {{1, 0}}}}) ==
        "size_per_thread has 3, which is not a power of two");
  CHECK(refused(slice_of(example(), 2)) == "dim is outside the parent's dimensions 0 to 1");
  CHECK(refused(slice_of(slice_of(example(), 1), 0)) ==
        "dim would drop the last remaining dimension");
}

TEST_CASE("empty lists are no layout") {
  CHECK(refused({Blocked{}}) == "size_per_thread is empty");
  CHECK(refused({Linear{}}) == "shape is empty");
  CHECK(refused({NvidiaMma{2, 0, {}, {16, 8}}}) ==
        "warps_per_cta has 0 numbers, but a matrix has 2 dimensions");
  CHECK(refused({NvidiaMma{2, 0, {4}, {16, 8}}}) ==
        "warps_per_cta has 1 number, but a matrix has 2 dimensions");
  CHECK(refused({AmdMfma{.version = 3, .instr_shape = {}, .warps_per_cta = {1, 1}}}) ==
        "instr_shape has 0 numbers, but takes m, n, k");
}

TEST_CASE("layouts by bases take shapes of powers of two that they reach all of") {
  CHECK(problem_text(problem_of(ampere({1, 1}), {16, 12})) ==
        "shape has 12, but layouts other than blocked take only powers of two");
  CHECK(problem_text(problem_of(ampere({1, 1}), {16})) ==
        "shape has 1 number, but the layout has 2 dimensions");
  CHECK(problem_text(problem_of(ampere({1, 1}), {1, 1})) == "");
  // On 2 elements both of these move past the end.
  const Description high{Linear{{{3}}, {{2}}, {}, {}, {4}}};
  CHECK(problem_text(problem_of(high, {4})) == "");
  CHECK(problem_text(problem_of(high, {2})) ==
        "shape has elements that no place holds, because it cuts off the bases");
  // Few bases that reach far, and more elements than they have numbers for.
  const Int far = Int{1} << 24;
  const Description wide{AmdWmma{.version = 2,
                                 .transposed = false,
                                 .warps_per_cta = {},
                                 .warp_bases = {{far, far, far, far}}}};
  CHECK(problem_text(problem_of(wide, Dims(4, Int{1} << 28))) ==
        "shape has elements that no place holds, because it cuts off the bases");
  // A second half that no CTA has.
  const Description cluster{Blocked{{1}, {32}, {1}, {0}, {{2}}}};
  CHECK(problem_text(problem_of(cluster, {128})) ==
        "shape has elements that no place holds, because it cuts off the bases");
}

}  // namespace layoutq
