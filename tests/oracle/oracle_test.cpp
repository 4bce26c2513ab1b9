#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "core/kinds/limits.h"
#include "core/layout/owners.h"
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

/// The layout that Triton printed.
Description described(const std::string& text) {
  const auto answer = read_layout_text(text);
  const auto* problem = std::get_if<TextProblem>(&answer);
  REQUIRE_MESSAGE(problem == nullptr, (problem != nullptr ? problem->reason : ""));
  return std::get<Description>(answer);
}

bool has_owner(const Layout& layout, const Place& place) {
  for (Owners at = layout.owners(layout.coordinate(place)); at; at.next()) {
    if (*at == place) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("every kind is read, printed, and placed as Triton has it") {
  const auto rows = tables::read("layouts.tsv");
  CHECK(rows.size() == 3029);
  for (const tables::Row& row : rows) {
    INFO(row.at("layout"), " on ", row.at("shape"));
    const Description description = described(row.at("layout"));
    CHECK(mlir_text(description) == row.at("layout"));
    const Shape shape = tables::list(row.at("shape"), 'x');
    REQUIRE(!check(description));
    REQUIRE(!check(description, shape));
    const Layout layout = build(description, shape);
    const auto linear = layout.linear();
    REQUIRE(linear);
    for (const auto& [index, name] : {std::pair{Index::reg, "register"},
                                      {Index::lane, "lane"},
                                      {Index::warp, "warp"},
                                      {Index::block, "block"}}) {
      CAPTURE(name);
      CHECK(linear->bases(index) == tables::bases(row.at(name)));
    }
    CHECK(layout.lanes() == lanes(description));
    CHECK(layout.warps() == warps(description));
    CHECK(layout.blocks() == blocks(description));
    // The last place and one in the middle of each index.
    const auto middle = [](Int count) { return count * 2 / 3; };
    CHECK(has_owner(layout, {layout.blocks() - 1, layout.warps() - 1, layout.lanes() - 1,
                             layout.registers() - 1}));
    CHECK(has_owner(layout, {middle(layout.blocks()), middle(layout.warps()),
                             middle(layout.lanes()), middle(layout.registers())}));
  }
}

TEST_CASE("places and owners are those of Triton's linear layouts") {
  int tiles = 0;
  for (const tables::Row& row : tables::read("layouts.tsv")) {
    INFO(row.at("layout"), " on ", row.at("shape"));
    const Description description = described(row.at("layout"));
    const auto* tile = std::get_if<Blocked>(&innermost(description).kind);
    if (tile == nullptr || !tile->cga_layout.empty()) continue;
    ++tiles;
    const Shape shape = tables::list(row.at("shape"), 'x');
    REQUIRE(!check(description, shape));
    const Layout layout = build(description, shape);
    const auto registers = tables::bases(row.at("register"));
    const auto lanes = tables::bases(row.at("lane"));
    const auto warps = tables::bases(row.at("warp"));
    CHECK(layout.registers() == Int{1} << registers.size());
    CHECK(layout.lanes() == Int{1} << lanes.size());
    CHECK(layout.warps() == Int{1} << warps.size());
    if (layout.registers() != Int{1} << registers.size()) continue;

    for (std::size_t bit = 0; bit < registers.size(); ++bit) {
      CHECK(layout.coordinate({0, 0, 0, Int{1} << bit}) == registers[bit]);
    }
    for (std::size_t bit = 0; bit < lanes.size(); ++bit) {
      CHECK(layout.coordinate({0, 0, Int{1} << bit, 0}) == lanes[bit]);
    }
    for (std::size_t bit = 0; bit < warps.size(); ++bit) {
      CHECK(layout.coordinate({0, Int{1} << bit, 0, 0}) == warps[bit]);
    }

    const auto by_warp = combined(warps, shape);
    const auto by_lane = combined(lanes, shape);
    const auto by_register = combined(registers, shape);
    const auto expected = [&](const Place& place) {
      return by_warp[static_cast<std::size_t>(place.warp)] ^
             by_lane[static_cast<std::size_t>(place.lane)] ^
             by_register[static_cast<std::size_t>(place.reg)];
    };
    Int wrong_coordinates = 0;
    for (Place at; at.warp < layout.warps(); ++at.warp) {
      for (at.lane = 0; at.lane < layout.lanes(); ++at.lane) {
        for (at.reg = 0; at.reg < layout.registers(); ++at.reg) {
          if (row_major(layout.coordinate(at), shape) != expected(at)) ++wrong_coordinates;
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
      for (Owners at = layout.owners(element); at; at.next(), ++owners) {
        if (*at <= last || expected(*at) != number) ++wrong_owners;
        last = *at;
      }
    }
    CHECK(owners == layout.threads() * layout.registers());
    CHECK(wrong_owners == 0);
  }
  CHECK(tiles == 1163);
}

TEST_CASE("conversions take what Triton emits") {
  const auto rows = tables::read("convert.tsv");
  CHECK(rows.size() == 130);
  for (const tables::Row& row : rows) {
    INFO(row.at("from"), " to ", row.at("to"), " on ", row.at("shape"));
    const Shape shape = tables::list(row.at("shape"), 'x');
    const auto from = build(described(row.at("from")), shape).linear();
    const auto to = build(described(row.at("to")), shape).linear();
    REQUIRE(from);
    REQUIRE(to);
    const Moves moves = conversion(*from, *to).moves;
    const std::string name = moves == Moves::shared    ? "shared"
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
    const Int vector = vector_registers(layout, memory);
    CHECK(vector * memory.element_bytes == tables::load_bytes(row.at("ptx")));
    const CtaTraffic got = cta_traffic(layout, memory, vector, 0);
    CHECK(got.requests == tables::number(row.at("requests")));
    CHECK(got.sectors == tables::number(row.at("sectors")));
    // One warp at a time, and one request at a time, it is the same.
    Int sectors = 0;
    Int accesses = 0;
    for (Place warp; warp.warp < layout.warps(); ++warp.warp) {
      for (Int i = 0; i < requests_per_warp(layout, vector); ++i) {
        const Int reg = request_register(layout, vector, i);
        sectors += request_traffic(layout, memory, vector, warp, reg)->sectors;
      }
      for (Int i = 0; i < layout.repetitions(); ++i) {
        accesses += repetition_accesses(layout, memory, vector, warp, i);
      }
    }
    CHECK(sectors == got.sectors);
    CHECK(accesses == got.sectors);
  }
}

}  // namespace layoutq
