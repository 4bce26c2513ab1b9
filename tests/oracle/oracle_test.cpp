#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "core/kinds/description.h"
#include "core/kinds/shared/shared_description.h"
#include "core/layout/owners.h"
#include "core/questions/banks.h"
#include "core/questions/conversion.h"
#include "core/questions/reduction.h"
#include "core/questions/sectors.h"
#include "core/text/layout_text.h"
#include "tests/oracle/tables.h"

/// Every row of the tables that Triton 3.6.0 and an NVIDIA H200 filled in.
namespace layoutq {

namespace {

/// An element's number in row-major order; −1 outside the shape.
Int row_major(const Coordinate& coordinate, const Shape& shape) {
  Int number = 0;
  for (int d = 0; d < shape.rank(); ++d) {
    if (coordinate[d] < 0 || coordinate[d] >= shape[d]) return -1;
    number = number * shape[d] + coordinate[d];
  }
  return number;
}

/// For every index, the xor of the bases of its set bits, as row-major numbers: extents are powers
/// of two here, so that each dimension has its own bits in them.
std::vector<Int> combined(const std::vector<Dims>& bases, const Shape& shape) {
  std::vector<Int> all{0};
  for (const Dims& base : bases) {
    const std::size_t below = all.size();
    for (std::size_t i = 0; i < below; ++i) all.push_back(all[i] ^ row_major(base, shape));
  }
  return all;
}

}  // namespace

namespace {

/// The row's layout, through the program's own reader.
Description described(const tables::Row& row, std::string_view column) {
  const auto answer = read_layout_text(row.at(std::string(column)));
  REQUIRE(std::holds_alternative<AnyDescription>(answer));
  const Description& description = std::get<Description>(std::get<AnyDescription>(answer));
  CHECK(mlir_text(description) == row.at(std::string(column)));
  REQUIRE(!problem_of(description));
  return description;
}

/// Every place holds what the row's bases say, and every element has the owners that they say.
void check_places(const Layout& layout, const tables::Row& row) {
  const Shape& shape = layout.shape();
  const auto by_block = combined(tables::bases(row.at("block")), shape);
  const auto by_warp = combined(tables::bases(row.at("warp")), shape);
  const auto by_lane = combined(tables::bases(row.at("lane")), shape);
  const auto by_register = combined(tables::bases(row.at("register")), shape);
  REQUIRE(layout.blocks() == std::ssize(by_block));
  REQUIRE(layout.warps() == std::ssize(by_warp));
  REQUIRE(layout.lanes() == std::ssize(by_lane));
  REQUIRE(layout.registers() == std::ssize(by_register));
  const auto expected = [&](const Place& place) {
    return by_block[static_cast<std::size_t>(place.block)] ^
           by_warp[static_cast<std::size_t>(place.warp)] ^
           by_lane[static_cast<std::size_t>(place.lane)] ^
           by_register[static_cast<std::size_t>(place.reg)];
  };
  Int wrong_coordinates = 0;
  Place at;
  for (at.block = 0; at.block < layout.blocks(); ++at.block) {
    for (at.warp = 0; at.warp < layout.warps(); ++at.warp) {
      for (at.lane = 0; at.lane < layout.lanes(); ++at.lane) {
        for (at.reg = 0; at.reg < layout.registers(); ++at.reg) {
          if (row_major(layout.coordinate(at), shape) != expected(at)) ++wrong_coordinates;
        }
      }
    }
  }
  CHECK(wrong_coordinates == 0);

  // Owners that rise, hold the element, and are together as many as there are places, are all.
  Int wrong_owners = 0;
  Int owners = 0;
  for (Int number = 0; number < layout.elements(); ++number) {
    Coordinate element(shape.rank(), 0);
    Int rest = number;
    for (int d = shape.rank() - 1; d >= 0; --d) {
      element[d] = rest % shape[d];
      rest /= shape[d];
    }
    Place last{-1, 0, 0, 0};
    for (Owners owner = layout.owners(element); owner; owner.next(), ++owners) {
      if (*owner <= last || expected(*owner) != number) ++wrong_owners;
      last = *owner;
    }
  }
  CHECK(owners == layout.blocks() * layout.threads() * layout.registers());
  CHECK(wrong_owners == 0);
}

/// Replays a table of layouts: the text reads and prints back, the bases are Triton's, and of every
/// `stride`-th row each place and owner.
void replay(const std::string& table, std::size_t rows_expected, std::size_t stride) {
  const auto rows = tables::read(table);
  CHECK(rows.size() == rows_expected);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const tables::Row& row = rows[i];
    INFO(row.at("layout"), " on ", row.at("shape"));
    const Description description = described(row, "layout");
    const Shape shape = tables::list(row.at("shape"), 'x');
    REQUIRE(!problem_of(description, shape));
    const Layout layout = build(description, shape);
    const auto linear = layout.linear();
    REQUIRE(linear);
    CHECK(linear->bases(Index::reg) == tables::bases(row.at("register")));
    CHECK(linear->bases(Index::lane) == tables::bases(row.at("lane")));
    CHECK(linear->bases(Index::warp) == tables::bases(row.at("warp")));
    CHECK(linear->bases(Index::block) == tables::bases(row.at("block")));
    CHECK(lanes(description) == layout.lanes());
    CHECK(warps(description) == layout.warps());
    CHECK(blocks(description) == layout.blocks());
    if (i % stride != 0) continue;
    check_places(layout, row);
    // The bases as a text are the same layout.
    const auto again = read_layout_text(mlir_text(*linear));
    REQUIRE(std::holds_alternative<AnyDescription>(again));
    const auto& read = std::get<Description>(std::get<AnyDescription>(again));
    REQUIRE(!problem_of(read, shape));
    CHECK(mlir_text(*build(read, shape).linear()) == mlir_text(*linear));
  }
}

}  // namespace

TEST_CASE("layouts read from their text have Triton's bases, places and owners") {
  replay("layouts.tsv", 3029, 5);
}

TEST_CASE("clusters, tiles per warp, batches and fitted bases are as Triton 3.6 has them") {
  replay("layouts_3_6.tsv", 1056, 5);
}

TEST_CASE("conversions move data as Triton's do") {
  const auto rows = tables::read("convert.tsv");
  CHECK(rows.size() == 130);
  for (const tables::Row& row : rows) {
    INFO(row.at("from"), " to ", row.at("to"), " on ", row.at("shape"));
    const Shape shape = tables::list(row.at("shape"), 'x');
    const auto answer =
        conversion(build(described(row, "from"), shape), build(described(row, "to"), shape));
    REQUIRE(answer);
    const Moves moves = answer->moves;
    const std::string_view name = moves == Moves::shared    ? "shared"
                                  : moves == Moves::shuffle ? "shuffle"
                                                            : "register";
    CHECK(name == row.at("moves"));
  }
}

TEST_CASE("reductions take the shuffles and barriers that Triton emits") {
  const auto rows = tables::read("reduce.tsv");
  CHECK(rows.size() == 40);
  for (const tables::Row& row : rows) {
    INFO("spt ", row.at("spt"), " tpw ", row.at("tpw"), " wpc ", row.at("wpc"), " order ",
         row.at("order"), " shape ", row.at("shape"), " axis ", row.at("axis"));
    const Layout layout = build(tables::blocked(row), tables::list(row.at("shape")));
    const Reduction got = reduction(layout, static_cast<int>(tables::number(row.at("axis"))));
    const Reduction by_bases =
        reduction(Layout(*layout.linear()), static_cast<int>(tables::number(row.at("axis"))));
    CHECK(by_bases.shuffles == got.shuffles);
    CHECK(by_bases.cross_warp == got.cross_warp);
    const Int shuffles = tables::number(row.at("shuffles"));
    const bool barriers = tables::number(row.at("barriers")) > 0;
    CHECK(got.cross_warp == barriers);
    // With barriers the table's figure has the second step's shuffles too.
    if (barriers) {
      CHECK(got.shuffles <= shuffles);
    } else {
      CHECK(got.shuffles == shuffles);
    }
  }
}

TEST_CASE("loads make the requests and touch the sectors that an H200 counts") {
  const std::map<std::string, Int> element_bytes{{"i8", 1}, {"f16", 2}, {"f32", 4}, {"f64", 8}};
  const auto rows = tables::read("loads_h200.tsv");
  CHECK(rows.size() == 131);
  for (const tables::Row& row : rows) {
    INFO("spt ", row.at("spt"), " tpw ", row.at("tpw"), " wpc ", row.at("wpc"), " order ",
         row.at("order"), " shape ", row.at("shape"), " strides ", row.at("strides"),
         " offset_bytes ", row.at("offset_bytes"), " dtype ", row.at("dtype"));
    const Layout layout = build(tables::blocked(row), tables::list(row.at("shape")));
    const Memory memory{.element_bytes = element_bytes.at(row.at("dtype")),
                        .strides = tables::list(row.at("strides")),
                        .offset_bytes = tables::number(row.at("offset_bytes"))};
    const Layout by_bases(*layout.linear());
    CHECK(vector_registers(by_bases, memory) == vector_registers(layout, memory));
    const Int vector = vector_registers(layout, memory);
    CHECK(cta_traffic(by_bases, memory, vector, 0).sectors == tables::number(row.at("sectors")));
    CHECK(vector * memory.element_bytes == tables::access_bytes(row.at("ptx")));
    const CtaTraffic got = cta_traffic(layout, memory, vector, 0);
    CHECK(got.requests == tables::number(row.at("requests")));
    CHECK(got.sectors == tables::number(row.at("sectors")));
    // One warp at a time, and one request at a time, it is the same.
    Int sectors = 0;
    Int accesses = 0;
    for (Int warp = 0; warp < layout.warps(); ++warp) {
      for (Int i = 0; i < requests_per_warp(layout, vector); ++i) {
        const Int reg = request_register(layout, vector, i);
        sectors += request_traffic(layout, memory, vector, Place{.warp = warp}, reg)->sectors;
      }
      for (Int rep = 0; rep < layout.repetitions(); ++rep) {
        accesses += repetition_accesses(layout, memory, vector, Place{.warp = warp}, rep);
      }
    }
    CHECK(sectors == got.sectors);
    CHECK(accesses == got.sectors);
  }
}

namespace {

AnyDescription read_any(const std::string& text) {
  const auto answer = read_layout_text(text);
  REQUIRE(std::holds_alternative<AnyDescription>(answer));
  return std::get<AnyDescription>(answer);
}

SharedDescription read_shared(const std::string& text) {
  return std::get<SharedDescription>(read_any(text));
}

/// The row's layout in shared memory has its bases of offsets, and every offset what they combine
/// to, and back.
void check_offsets(const SharedDescription& description, const tables::Row& row) {
  const Shape shape = tables::list(row.at("shape"), 'x');
  REQUIRE(!problem_of(description));
  REQUIRE(!problem_of(description, shape));
  const SharedLayout layout = build(description, shape);
  CHECK(layout.linear().bases(Index::reg) == tables::bases(row.at("offset")));
  const auto expected = combined(tables::bases(row.at("offset")), shape);
  REQUIRE(layout.size() == std::ssize(expected));
  Int wrong = 0;
  for (Int offset = 0; offset < layout.size(); ++offset) {
    const Coordinate element = layout.numbers().coordinate(Place{.reg = offset});
    const bool right = row_major(element, shape) == expected[static_cast<std::size_t>(offset)] &&
                       (*layout.numbers().owners(element)).reg == offset;
    wrong += right ? 0 : 1;
  }
  CHECK(wrong == 0);
}

/// What the row's registers and shared memory come to.
BankAccess access_of(const tables::Row& row) {
  const Shape shape = tables::list(row.at("shape"), 'x');
  const auto registers = std::get<Description>(read_any(row.at("registers")));
  const SharedDescription shared = read_shared(row.at("shared"));
  REQUIRE(!problem_of(registers, shape));
  REQUIRE(!problem_of(shared, shape));
  const auto access = BankAccess::of(build(registers, shape), build(shared, shape),
                                     tables::number(row.at("bits")) / 8);
  REQUIRE(std::holds_alternative<BankAccess>(access));
  return std::get<BankAccess>(access);
}

}  // namespace

TEST_CASE("layouts in shared memory have Triton's bases, offsets and elements") {
  const auto rows = tables::read("shared_layouts.tsv");
  CHECK(rows.size() == 100);
  for (const tables::Row& row : rows) {
    INFO(row.at("layout"), " on ", row.at("shape"));
    const SharedDescription description = read_shared(row.at("layout"));
    CHECK(mlir_text(description) == row.at("layout"));
    check_offsets(description, row);
  }
}

TEST_CASE("every element lies where a kernel of Triton 3.6 put it") {
  const auto rows = tables::read("shared_3_6.tsv");
  CHECK(rows.size() == 330);
  for (const tables::Row& row : rows) {
    INFO(row.at("python"), " on ", row.at("shape"));
    const SharedDescription description = read_shared(row.at("python"));
    if (row.at("offset") == "refused") {
      const Shape shape = tables::list(row.at("shape"), 'x');
      CHECK((problem_of(description) || problem_of(description, shape)));
      continue;
    }
    CHECK(mlir_text(description) == row.at("layout"));
    CHECK(mlir_text(read_shared(row.at("layout"))) == row.at("layout"));
    check_offsets(description, row);
  }
}

TEST_CASE("stores to shared memory take the requests and wavefronts that an H200 counts") {
  const auto rows = tables::read("banks_h200.tsv");
  CHECK(rows.size() == 60);
  for (const tables::Row& row : rows) {
    INFO(row.at("registers"), " in ", row.at("shared"), " on ", row.at("shape"));
    const BankAccess access = access_of(row);
    const auto traffic = access.traffic();
    REQUIRE(traffic);
    CHECK(traffic->requests == tables::number(row.at("requests")));
    CHECK(traffic->wavefronts == tables::number(row.at("wavefronts")));
    CHECK(access.vector_bytes() == tables::access_bytes(row.at("ptx")));
    CHECK_FALSE(access.fits_matrix_instructions());
  }
}

TEST_CASE(
    "so do operands, accumulators and paddings, where Triton 3.6 takes no other instruction") {
  const auto rows = tables::read("banks_3_6.tsv");
  CHECK(rows.size() == 320);
  Int stores = 0;
  Int loads = 0;
  Int one_more = 0;
  for (const tables::Row& row : rows) {
    INFO(row.at("registers"), " in ", row.at("shared"), " on ", row.at("shape"));
    const BankAccess access = access_of(row);
    const auto traffic = access.traffic();
    REQUIRE(traffic);
    CHECK(access.fits_matrix_instructions() == (row.at("matrix") == "yes"));
    if (row.at("store_requests") == "fault") CHECK(access.padding_misaligns());
    if (row.at("matrix") == "yes" || access.padding_misaligns()) continue;
    // Registers that Triton leaves in pieces.
    if (access.padding() && !access.in_order()) continue;
    CHECK(traffic->requests == tables::number(row.at("store_requests")));
    CHECK(traffic->wavefronts == tables::number(row.at("store_wavefronts")));
    ++stores;
    // Where it is told that fewer ran than the PTX has, the assembler dropped loads of warps that
    // hold copies.
    const Int instructions = tables::instructions(row.at("load"));
    if (tables::number(row.at("load_requests")) < instructions * access.warps()) continue;
    CHECK(traffic->requests == tables::number(row.at("load_requests")));
    // One reading in all has one more.
    const Int more = tables::number(row.at("load_wavefronts")) - traffic->wavefronts;
    CHECK((more == 0 || more == 1));
    one_more += more;
    ++loads;
  }
  CHECK(stores == 205);
  CHECK(loads == 196);
  CHECK(one_more == 1);
}

TEST_CASE("swizzles made for a store and a load have no conflicts on an H200 either") {
  const auto rows = tables::read("swizzles_3_6.tsv");
  CHECK(rows.size() == 59);
  for (const tables::Row& row : rows) {
    INFO(row.at("store"), " to ", row.at("load"), " in ", row.at("shared"));
    for (const std::string side : {"store", "load"}) {
      tables::Row one = row;
      one["registers"] = row.at(side);
      const auto traffic = access_of(one).traffic();
      REQUIRE(traffic);
      CHECK(traffic->requests == tables::number(row.at(side + "_requests")));
      CHECK(traffic->wavefronts == tables::number(row.at(side + "_wavefronts")));
      CHECK(traffic->conflicts() == 0);
    }
  }
}

}  // namespace layoutq
