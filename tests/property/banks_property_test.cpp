#include <doctest/doctest.h>

#include <map>
#include <set>

#include "core/kinds/shared/shared_description.h"
#include "core/layout/owners.h"
#include "core/questions/banks.h"
#include "core/questions/swizzling.h"
#include "core/text/layout_text.h"
#include "tests/property/random_cases.h"

/// Compares layouts of shared memory, and the bank conflicts of registers, with every address.
namespace layoutq {

namespace {

/// A layout of shared memory, and the offsets of its elements in row-major order. The offsets come
/// from the definition of the layout, without any code of core.
struct Stored {
  SharedDescription description;
  Shape shape;
  std::vector<Int> numbers;  ///< without padding
  std::vector<Padding> paddings = {};

  Int offset(Int number) const {
    Int all = number;
    for (const Padding& padding : paddings) all += number / padding.interval * padding.elements;
    return all;
  }
};

template <class Number>
Stored stored_as(SharedDescription description, const Shape& shape, Number number) {
  Stored memory{std::move(description), shape, {}};
  for (Int row = 0; row < shape[0]; ++row) {
    for (Int column = 0; column < shape[1]; ++column) memory.numbers.push_back(number(row, column));
  }
  return memory;
}

/// Makes a swizzle: vector v of a row is stored as vector v xor the row's phase.
Stored random_swizzled(Random* random, const Shape& shape) {
  const bool row_major = random->one_in(2);
  SwizzledShared shared{.vec = Int{1} << random->below(4),
                        .per_phase = Int{1} << random->below(3),
                        .max_phase = Int{1} << random->below(5),
                        .order = row_major ? Dims{1, 0} : Dims{0, 1},
                        .rotating = random->one_in(3)};
  const Int columns = shape[row_major ? 1 : 0];
  const auto number = [=](Int dim0, Int dim1) {
    const Int row = row_major ? dim0 : dim1;
    const Int column = row_major ? dim1 : dim0;
    const Int turn = row / shared.per_phase;
    Int phase = turn % shared.max_phase;
    if (shared.rotating) phase ^= turn / shared.max_phase % shared.max_phase;
    // The phase of a row is the xor of the phases of its bits.
    return row * columns + (column ^ (phase * shared.vec % columns));
  };
  return stored_as({shared}, shape, number);
}

/// Makes tiles of 8 rows, ordered column by column.
Stored random_nvmma(Random* random, const Shape& shape, Int element_bytes) {
  const Int width = Int{32} << random->below(3);
  const bool transposed = random->one_in(2);
  const Int columns = width / element_bytes;
  const Int rows = shape[transposed ? 1 : 0];
  const NvmmaShared shared{
      .swizzle_byte_width = width, .element_bitwidth = 8 * element_bytes, .transposed = transposed};
  const auto number = [=](Int dim0, Int dim1) {
    const Int row = transposed ? dim1 : dim0;
    const Int column = transposed ? dim0 : dim1;
    const Int byte = column % columns * element_bytes;
    const Int chunk = byte / 16 ^ row % 8 * width / 128;
    return column / columns * rows * columns + row * columns +
           (chunk * 16 + byte % 16) / element_bytes;
  };
  return stored_as({shared}, shape, number);
}

/// Makes bases that reach every element once, in some cases with padding between the elements.
Stored random_by_bases(Random* random, const Shape& shape) {
  std::vector<Int> moves;
  for (Int move = 1; move < shape[0] * shape[1]; move *= 2) moves.push_back(move);
  for (Int mixes = moves.empty() ? 0 : random->below(8); mixes > 0; --mixes) {
    const auto into = static_cast<std::size_t>(random->below(std::ssize(moves)));
    const auto other = static_cast<std::size_t>(random->below(std::ssize(moves)));
    if (into != other) moves[into] ^= moves[other];
  }
  // Unshuffled, low bits come first, so that there are vectors.
  if (random->one_in(2)) random->shuffle(&moves);
  Stored memory{{}, shape, std::vector<Int>(static_cast<std::size_t>(shape[0] * shape[1]))};
  Bases offset;
  for (Int move : moves) offset.push_back({move / shape[1], move % shape[1]});
  for (Int number = 0; number < std::ssize(memory.numbers); ++number) {
    Int element = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (number >> i & 1) element ^= moves[i];
    }
    memory.numbers[static_cast<std::size_t>(element)] = number;
  }
  if (random->one_in(3)) {
    memory.description = {SharedLinear{.offset_bases = offset, .shape = shape}};
    return memory;
  }
  Int interval = Int{1} << random->below(5);
  for (Int more = random->between(1, 2); more > 0; --more, interval *= 2) {
    memory.paddings.push_back({interval, Int{1} << random->below(5)});
  }
  memory.description = {PaddedShared{memory.paddings, offset, {}, shape}};
  return memory;
}

/// Makes registers of 32 lanes by bases, most of which are single bits.
brute_force::BasesParameters random_registers(Random* random, const Shape& shape) {
  brute_force::BasesParameters p;
  p.shape = {shape[0], shape[1]};
  std::vector<Int> moves;
  for (Int move = 1; move < shape[0] * shape[1]; move *= 2) moves.push_back(move);
  while (moves.size() < 7 || random->one_in(3)) moves.push_back(0);
  if (random->one_in(3)) random->shuffle(&moves);
  if (random->one_in(4)) moves[1] ^= moves[0];
  const auto basis = [&](Int move) { return Numbers{move / shape[1], move % shape[1]}; };
  const auto registers = static_cast<std::size_t>(random->between(0, std::ssize(moves) - 5));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto& bases = i < registers ? p.reg : i < registers + 5 ? p.lane : p.warp;
    bases.push_back(basis(moves[i]));
  }
  if (random->one_in(3)) random->shuffle(&p.reg);
  return p;
}

struct Expected {
  Int vector = 1;
  Int requests = 0;
  Int wavefronts = 0;
  Int phases = 0;
  Int ways = 0;
};

/// Counts every request, phase and lane one by one.
Expected count(const Stored& memory, const brute_force::BasesParameters& p, Int element_bytes) {
  const brute_force::Enumeration all = brute_force::enumerate(p);
  const auto number_at = [&](Int warp, Int lane, Int reg) {
    const Numbers& element =
        all.element[0][static_cast<std::size_t>(warp)][static_cast<std::size_t>(lane)]
                   [static_cast<std::size_t>(reg)];
    return memory.numbers[static_cast<std::size_t>(element[0] * p.shape[1] + element[1])];
  };
  Expected expected;
  const auto fits = [&](Int vector) {
    bool all_fit = vector * element_bytes <= 16;
    for (const Padding& padding : memory.paddings) {
      // A padding after the last element moves nothing.
      if (padding.interval >= std::ssize(memory.numbers)) continue;
      all_fit = all_fit && padding.interval % vector == 0 && padding.elements % vector == 0;
    }
    for (Int part = 1; part < vector; part *= 2) {
      bool found = false;
      for (Int reg = 1; reg < all.registers; reg *= 2)
        found = found || number_at(0, 0, reg) == part;
      all_fit = all_fit && found;
    }
    for (Int lane = 0; lane < all.lanes; ++lane) {
      all_fit = all_fit && number_at(0, lane, 0) % vector == 0;
    }
    for (Int warp = 0; warp < all.warps; ++warp) {
      all_fit = all_fit && number_at(warp, 0, 0) % vector == 0;
    }
    return all_fit;
  };
  while (fits(2 * expected.vector)) expected.vector *= 2;
  const Int bytes = expected.vector * element_bytes;
  const Int at_once = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  for (Int warp = 0; warp < all.warps; ++warp) {
    std::set<Int> requested;
    for (Int reg = 0; reg < all.registers; ++reg) {
      if (!requested.insert(number_at(warp, 0, reg) / expected.vector).second) continue;
      ++expected.requests;
      for (Int first = 0; first < all.lanes; first += at_once) {
        std::map<Int, std::set<Int>> words;
        for (Int lane = first; lane < first + at_once; ++lane) {
          const Int number = number_at(warp, lane, reg) / expected.vector * expected.vector;
          for (Int byte = 0; byte < bytes; ++byte) {
            const Int at = memory.offset(number) * element_bytes + byte;
            words[at / 4 % 32].insert(at / 4);
          }
        }
        Int most = 0;
        for (const auto& [bank, wanted] : words) most = std::max<Int>(most, std::ssize(wanted));
        ++expected.phases;
        expected.wavefronts += most;
        expected.ways = std::max(expected.ways, most);
      }
    }
  }
  return expected;
}

Stored random_stored(Random* random, const Shape& shape, Int element_bytes) {
  const Int which = random->below(4);
  if (which == 0) return random_swizzled(random, shape);
  if (which == 1 && element_bytes <= 4) {
    Stored memory = random_nvmma(random, shape, element_bytes);
    if (!problem_of(memory.description, shape)) return memory;
  }
  return random_by_bases(random, shape);
}

}  // namespace

TEST_CASE("the offset of every element is the one that the kind defines, and leads back to it") {
  Random random(41);
  for (int i = 0; i < 2000; ++i) {
    const Shape shape{Int{1} << random.below(7), Int{1} << random.below(7)};
    const Int element_bytes = Int{1} << random.below(3);
    const Stored memory = random_stored(&random, shape, element_bytes);
    CAPTURE(mlir_text(memory.description));
    REQUIRE(!problem_of(memory.description));
    REQUIRE(!problem_of(memory.description, shape));
    const SharedLayout layout = build(memory.description, shape);
    Int wrong = 0;
    for (Int element = 0; element < std::ssize(memory.numbers); ++element) {
      const Int number = memory.numbers[static_cast<std::size_t>(element)];
      const Coordinate coordinate{element / shape[1], element % shape[1]};
      const bool right = layout.numbers().coordinate(Place{.reg = number}) == coordinate &&
                         (*layout.numbers().owners(coordinate)).reg == number &&
                         layout.offset(number) == memory.offset(number) &&
                         layout.number(memory.offset(number)) == number;
      wrong += right ? 0 : 1;
    }
    CHECK(wrong == 0);
    // Its bases and paddings, printed and read again, give the same layout.
    const auto again = read_layout_text(mlir_text(layout));
    const auto* any = std::get_if<AnyDescription>(&again);
    REQUIRE((any != nullptr || shape == Shape{1, 1}));
    if (any != nullptr && !problem_of(*any) &&
        !problem_of(std::get<SharedDescription>(*any), shape)) {
      CHECK(mlir_text(build(std::get<SharedDescription>(*any), shape)) == mlir_text(layout));
    }
  }
}

TEST_CASE("requests and wavefronts agree with the addresses of every lane") {
  Random random(42);
  Int vectors = 0;
  Int conflicts = 0;
  for (int i = 0; i < 1800; ++i) {
    const Shape shape{Int{1} << random.between(1, 6), Int{1} << random.between(1, 6)};
    const Int element_bytes = Int{1} << random.below(5);
    const Stored memory = random_stored(&random, shape, element_bytes);
    const brute_force::BasesParameters p = random_registers(&random, shape);
    const LinearLayout registers(shape, bases(p.reg), bases(p.lane), bases(p.warp), {});
    CAPTURE(mlir_text(memory.description));
    CAPTURE(mlir_text(registers));
    CAPTURE(element_bytes);
    const auto found = BankAccess::of(registers, build(memory.description, shape), element_bytes);
    const auto* access = std::get_if<BankAccess>(&found);
    REQUIRE(access != nullptr);
    const Expected expected = count(memory, p, element_bytes);
    const auto traffic = access->traffic();
    REQUIRE(traffic);
    CHECK(access->vector() == expected.vector);
    CHECK(traffic->requests == expected.requests);
    CHECK(traffic->wavefronts == expected.wavefronts);
    CHECK(traffic->ideal_wavefronts == expected.phases);
    CHECK(traffic->ways == expected.ways);
    Int wavefronts = 0;
    access->for_each_phase([&](const BankPhase& phase) { wavefronts += phase.wavefronts; });
    CHECK(wavefronts == expected.wavefronts);
    CHECK(access->worst_phase()->wavefronts == expected.ways);
    vectors += expected.vector > 1 ? 1 : 0;
    conflicts += expected.ways > 1 ? 1 : 0;
  }
  CHECK(vectors > 200);
  CHECK(conflicts > 1000);
}

TEST_CASE(
    "swizzles for one or two sides store each element once, and one of them has no conflicts") {
  Random random(43);
  for (int i = 0; i < 1000; ++i) {
    const Shape shape{Int{1} << random.between(1, 6), Int{1} << random.between(1, 6)};
    const Int element_bytes = Int{1} << random.below(5);
    std::vector<Layout> sides;
    for (Int side = random.between(1, 2); side > 0; --side) {
      const brute_force::BasesParameters p = random_registers(&random, shape);
      sides.emplace_back(LinearLayout(shape, bases(p.reg), bases(p.lane), bases(p.warp), Bases{}));
    }
    CAPTURE(mlir_text(*sides.front().linear()));
    CAPTURE(mlir_text(*sides.back().linear()));
    CAPTURE(element_bytes);
    bool without_conflicts = false;
    const auto swizzles = swizzles_for(sides, element_bytes);
    REQUIRE(swizzles);
    for (const Bases& offsets : *swizzles) {
      const SharedDescription shared{SharedLinear{.offset_bases = offsets, .shape = shape}};
      REQUIRE(!problem_of(shared));
      REQUIRE(!problem_of(shared, shape));
      Int conflicts = 0;
      for (const Layout& side : sides) {
        const auto access = BankAccess::of(side, build(shared, shape), element_bytes);
        REQUIRE(std::holds_alternative<BankAccess>(access));
        conflicts += std::get<BankAccess>(access).traffic()->conflicts();
      }
      without_conflicts = without_conflicts || conflicts == 0;
    }
    CHECK(without_conflicts);
  }
}

}  // namespace layoutq
