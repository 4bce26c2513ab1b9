#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/layout_text.h"
#include "tests/fuzz/must.h"
#include "tests/property/layout_checks.h"

/// Chooses a small layout by the bytes, and compares core's answers with an enumeration of its
/// places. Tiles and bases are enumerated by their formulas, the layouts of matrix instructions by
/// their bases.
namespace layoutq {

namespace {

constexpr Int most_places = 128;
/// Layouts of matrix instructions have 32 or 64 lanes and a few registers.
constexpr Int most_places_of_instructions = 1024;

Dims random_sizes(Random* random, int rank, int bits) {
  Dims sizes;
  for (int d = 0; d < rank; ++d) sizes.push_back(Int{1} << random->below(bits));
  return sizes;
}

Description random_blocked(Random* random, int rank) {
  Blocked blocked{random_sizes(random, rank, 2),
                  random_sizes(random, rank, 3),
                  random_sizes(random, rank, 2),
                  {}};
  for (int d = rank - 1; d >= 0; --d) blocked.order.push_back(d);
  if (random->one_in(2)) std::reverse(blocked.order.begin(), blocked.order.end());
  return {blocked};
}

Description sliced(Description parent, int dim) {
  return {Slice{dim, std::make_shared<const Description>(std::move(parent))}};
}

Description random_accumulator(Random* random, int rank) {
  const Dims warps = random_sizes(random, rank, 2);
  switch (random->below(4)) {
    case 0: {
      Dims instruction{16, 8};
      if (rank == 3) instruction.insert(0, 1);
      return {NvidiaMma{2, 0, warps, instruction}};
    }
    case 1:
      return {NvidiaMma{
          3, 0, {Int{4} << random->below(2), warps[0]}, {16, 8 * random->between(1, 4), 16}}};
    case 2: {
      const Int side = random->one_in(2) ? 16 : 32;
      return {AmdMfma{random->between(1, 4), {side, side, 16}, random->one_in(2), warps}};
    }
    default:
      return {AmdWmma{random->between(1, 3), random->one_in(2), warps}};
  }
}

/// Makes a result of matrix instructions or an operand of theirs, or a slice of one.
Description random_of_instructions(Random* random) {
  const int rank = random->one_in(3) ? 3 : 2;
  Description description =
      random->one_in(6) ? random_blocked(random, rank) : random_accumulator(random, rank);
  if (random->one_in(2)) {
    const bool blocked = std::holds_alternative<Blocked>(description.kind);
    description = {DotOperand{random->below(2),
                              std::make_shared<const Description>(std::move(description)),
                              blocked ? 0 : Int{1} << random->below(4)}};
  }
  for (int left = layoutq::rank(description); left > 1 && random->one_in(4); --left) {
    description = sliced(std::move(description), static_cast<int>(random->below(left)));
  }
  return description;
}

std::vector<Numbers> numbers(const Bases& bases) {
  std::vector<Numbers> all;
  for (const Coordinate& basis : bases) all.push_back(layoutq::numbers(basis));
  return all;
}

/// Returns nullopt if the layout is invalid or has too many places.
std::optional<Case> random_case_of_instructions(Random* random) {
  const Description description = random_of_instructions(random);
  if (problem_of(description)) return std::nullopt;
  Shape shape = covered_shape(description);
  for (Int& extent : shape) {
    // The extent is that of two tiles, one, half of one, …
    extent = std::max<Int>(1, 2 * extent >> (random->one_in(2) ? 1 : random->below(8)));
  }
  if (problem_of(description, shape)) return std::nullopt;
  Layout layout = build(description, shape);
  if (layout.registers() > most_places_of_instructions / (layout.lanes() * layout.warps())) {
    return std::nullopt;
  }
  const auto linear = layout.linear();
  must(linear.has_value());
  brute_force::BasesParameters p{numbers(linear->bases(Index::reg)),
                                 numbers(linear->bases(Index::lane)),
                                 numbers(linear->bases(Index::warp)),
                                 numbers(linear->bases(Index::block)),
                                 0,
                                 layoutq::numbers(shape)};
  while (layout.repetitions() << p.thread_tile_bits < layout.registers()) ++p.thread_tile_bits;
  return Case{mlir_text(description) + " on " + text(shape), brute_force::enumerate(p),
              std::move(layout), true};
}

std::string checked;  ///< the layout that is being checked

void check_case(const Case& one, Random* random) {
  checked = one.name;
  check_sizes(one);
  check_places(one);
  check_owners(one);
  check_runs(one);
  check_walks(one, random);
  check_next(one, random);
  check_meets(one, random);
  check_copies(one);
  check_reductions(one);
  check_registers(one, random);
  check_sectors(one, random);
}

void check_pair(const Case& first, const Case& second, Random* random) {
  checked = first.name + " and " + second.name;
  check_difference(first, second, random);
}

void check_bytes(Random random) {
  const int which = static_cast<int>(random.below(6));
  if (which == 4) {
    const auto one = random_case_of_instructions(&random);
    if (one) check_case(*one, &random);
    return;
  }
  if (which == 5) {
    const auto p = random_bases(&random, most_places);
    const auto q = altered(p, &random);
    const Case from = case_of(p);
    const Case to = case_of(q);
    check_pair(from, to, &random);
    if (same_threads(p, q)) check_conversion(from, to);
    return;
  }
  const Case one = random_case(&random, which, most_places);
  check_case(one, &random);
  if (which == 0) check_tiling(one);
  check_pair(one, random_case(&random, which, most_places), &random);
}

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // Outside of test cases doctest hands a check that fails to this handler.
  static doctest::Context context;
  context.setAsDefaultForAssertsOutOfTestCases();
  context.setAssertHandler([](const doctest::AssertData& data) {
    std::fprintf(stderr, "%s:%d: %s\n%s\nof %s\n", data.m_file, data.m_line, data.m_expr,
                 data.m_decomp.c_str(), layoutq::checked.c_str());
    std::abort();
  });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  layoutq::check_bytes(layoutq::Random({bytes, size}));
  return 0;
}
