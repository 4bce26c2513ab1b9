#include "core/questions/banks.h"

#include <doctest/doctest.h>

#include "core/kinds/shared/offsets.h"
#include "core/kinds/shared/shared_description.h"
#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

constexpr Int fp32 = 4;
constexpr Int fp16 = 2;

SharedDescription swizzled(Int vec, Int per_phase, Int max_phase) {
  return {SwizzledShared{vec, per_phase, max_phase, {1, 0}}};
}

SharedDescription padded(Int interval, Int elements, const Shape& shape) {
  return {PaddedShared{.paddings = {{interval, elements}},
                       .offset_bases = bases_in_order(shape, {1, 0}),
                       .shape = shape}};
}

BankAccess access(const Description& registers, const SharedDescription& shared, const Shape& shape,
                  Int element_bytes) {
  const auto found = BankAccess::of(build(registers, shape), build(shared, shape), element_bytes);
  REQUIRE(std::holds_alternative<BankAccess>(found));
  return std::get<BankAccess>(found);
}

/// 32 warps, the lanes of each along one column.
Description columns() { return blocked({1, 1}, {32, 1}, {1, 32}, {1, 0}); }

}  // namespace

TEST_CASE("a column of 32 words has a 32-way conflict, and none with a padding or a swizzle") {
  const Shape shape{32, 32};
  const auto plain = access(columns(), swizzled(1, 1, 1), shape, fp32).traffic();
  CHECK(plain->requests == 32);
  CHECK(plain->wavefronts == 1024);
  CHECK(plain->ideal_wavefronts == 32);
  CHECK(plain->conflicts() == 992);
  CHECK(plain->ways == 32);
  for (const SharedDescription& shared : {padded(32, 1, shape), swizzled(1, 1, 32)}) {
    const auto traffic = access(columns(), shared, shape, fp32).traffic();
    CHECK(traffic->requests == 32);
    CHECK(traffic->wavefronts == 32);
    CHECK(traffic->conflicts() == 0);
    CHECK(traffic->ways == 1);
  }
}

TEST_CASE("vectors of 16 bytes along the rows of nvmma's widest swizzle have no conflict") {
  const Description rows = blocked({1, 8}, {4, 8}, {4, 1}, {1, 0});
  const BankAccess found = access(
      rows, {NvmmaShared{.swizzle_byte_width = 128, .element_bitwidth = 16}}, {128, 64}, fp16);
  CHECK(found.vector_bytes() == 16);
  CHECK(found.traffic()->requests == 32);
  CHECK(found.traffic()->wavefronts == 128);
  CHECK(found.traffic()->conflicts() == 0);
}

TEST_CASE("a word that several lanes want is delivered once") {
  // First two fp16 elements share each word; then all lanes want the same word.
  const BankAccess halves =
      access(blocked({1, 1}, {1, 32}, {1, 1}, {1, 0}), swizzled(1, 1, 1), {1, 32}, fp16);
  CHECK(halves.phase(0, 0, 0).words == 16);
  CHECK(halves.traffic()->wavefronts == 1);
  const BankAccess same =
      access(blocked({1, 1}, {32, 1}, {1, 1}, {1, 0}), swizzled(1, 1, 1), {1, 1}, fp32);
  CHECK(same.phase(0, 0, 0).words == 1);
  CHECK(same.traffic()->wavefronts == 1);
}

TEST_CASE("a phase has 16 lanes with 8 bytes per lane, and 8 lanes with 16") {
  const BankAccess eight =
      access(blocked({1, 1}, {1, 32}, {1, 1}, {1, 0}), swizzled(1, 1, 1), {1, 32}, 8);
  CHECK(eight.lanes_per_phase() == 16);
  CHECK(eight.phases() == 2);
  CHECK(eight.traffic()->wavefronts == 2);
  const BankAccess sixteen =
      access(blocked({1, 4}, {1, 32}, {1, 1}, {1, 0}), swizzled(1, 1, 1), {1, 128}, fp32);
  CHECK(sixteen.lanes_per_phase() == 8);
  CHECK(sixteen.traffic()->wavefronts == 4);
}

TEST_CASE("a swizzle that is narrower than a thread's vector narrows the vector") {
  const Description rows = blocked({1, 4}, {8, 4}, {1, 1}, {1, 0});
  CHECK(access(rows, swizzled(1, 1, 4), {8, 16}, fp32).vector() == 1);
  CHECK(access(rows, swizzled(2, 1, 4), {8, 16}, fp32).vector() == 2);
  CHECK(access(rows, swizzled(4, 1, 4), {8, 16}, fp32).vector() == 4);
}

TEST_CASE("a padding narrows a vector that it would misalign, where Triton's access faults") {
  const Description rows = blocked({1, 4}, {8, 4}, {1, 1}, {1, 0});
  const BankAccess one = access(rows, padded(16, 1, {8, 16}), {8, 16}, fp32);
  CHECK(one.vector() == 1);
  CHECK(one.padding_misaligns());
  const BankAccess four = access(rows, padded(16, 4, {8, 16}), {8, 16}, fp32);
  CHECK(four.vector() == 4);
  CHECK_FALSE(four.padding_misaligns());
  CHECK(access(rows, padded(2, 4, {8, 16}), {8, 16}, fp32).vector() == 2);
}

TEST_CASE("registers that hold copies are not stored") {
  const Description two = blocked({2, 1}, {1, 32}, {1, 1}, {1, 0});
  CHECK(access(two, swizzled(1, 1, 1), {1, 32}, fp32).requests_per_warp() == 1);
  CHECK(access(two, swizzled(1, 1, 1), {2, 32}, fp32).requests_per_warp() == 2);
}

TEST_CASE("the worst phase lists the words of a bank and the lanes that want them") {
  const BankAccess found = access(columns(), swizzled(1, 1, 1), {32, 32}, fp32);
  const auto worst = found.worst_phase();
  REQUIRE(worst);
  CHECK(worst->wavefronts == 32);
  const auto words = found.words(*worst);
  REQUIRE(words.size() == 32);
  for (Int lane = 0; lane < 32; ++lane) {
    const BankAccess::Word& word = words[static_cast<std::size_t>(lane)];
    CHECK(word.bank == 0);
    CHECK(word.word == 32 * lane);
    CHECK(word.lanes == std::vector{lane});
    CHECK(word.wavefront == lane);
  }
}

TEST_CASE("16-bit operands whose rows lie in 16 bytes fit ldmatrix") {
  const Description a{DotOperand{
      0, std::make_shared<const Description>(Description{NvidiaMma{2, 0, {4, 1}, {16, 8}}}), 2}};
  CHECK(access(a, swizzled(8, 1, 8), {64, 64}, fp16).fits_matrix_instructions());
  CHECK_FALSE(access(a, swizzled(1, 1, 8), {64, 64}, fp16).fits_matrix_instructions());
  CHECK_FALSE(access(a, padded(64, 8, {64, 64}), {64, 64}, fp16).fits_matrix_instructions());
  // They also fit transposed, if the elements have 16 bits.
  const SharedDescription columns_first{SwizzledShared{8, 1, 8, {0, 1}}};
  CHECK(access(a, columns_first, {64, 64}, fp16).fits_matrix_instructions());
  CHECK_FALSE(access(a, columns_first, {64, 64}, fp32).fits_matrix_instructions());
}

TEST_CASE("registers whose bases overlap within four bytes do not fit ldmatrix") {
  const auto of_bytes = [](Coordinate second) {
    const Description registers{Linear{.reg_bases = {{0, 1}, second},
                                       .lane_bases = {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}},
                                       .warp_bases = {},
                                       .block_bases = {},
                                       .shape = {8, 16}}};
    return access(registers, swizzled(1, 1, 1), {8, 16}, 1).fits_matrix_instructions();
  };
  CHECK(of_bytes({0, 2}));
  CHECK_FALSE(of_bytes({0, 3}));
}

TEST_CASE("a CTA can only store to its own shared memory") {
  const Blocked registers{{1, 1}, {1, 32}, {1, 1}, {1, 0}, {{1, 0}}};
  const Shape shape{2, 32};
  const auto found = [&](std::vector<Coordinate> cga_layout) {
    const SwizzledShared memory{
        .vec = 1, .per_phase = 1, .max_phase = 1, .order = {1, 0}, .cga_layout = cga_layout};
    return BankAccess::of(build({registers}, shape), build({memory}, shape), fp32);
  };
  CHECK(std::get<BankProblem>(found({})) == BankProblem::blocks);
  CHECK(std::get<BankAccess>(found({{1, 0}})).traffic()->wavefronts == 1);
  CHECK(std::get<BankProblem>(found({{0, 1}})) == BankProblem::other_memory);
  // If each CTA holds the whole tensor, it does not matter which part its registers hold.
  CHECK(std::holds_alternative<BankAccess>(found({{0, 0}})));
}

TEST_CASE("conflicts are only counted for sizes that are powers of two") {
  const Layout threes = build(blocked({1, 3}, {1, 32}, {1, 1}, {1, 0}), {1, 128});
  const auto found = BankAccess::of(threes, build(swizzled(1, 1, 1), {1, 128}), fp32);
  CHECK(std::get<BankProblem>(found) == BankProblem::sizes);
}

TEST_CASE("without padding, conflicts are counted without examining every access") {
  const Shape shape{Int{1} << 20, Int{1} << 20};
  const auto traffic =
      access(blocked({1, 4}, {8, 4}, {1, 1}, {1, 0}), swizzled(4, 1, 8), shape, fp32).traffic();
  REQUIRE(traffic);
  CHECK(traffic->requests == Int{1} << 33);
  CHECK_FALSE(
      access(blocked({1, 4}, {8, 4}, {1, 1}, {1, 0}), padded(Int{1} << 20, 4, shape), shape, fp32)
          .traffic());
}

}  // namespace layoutq
