#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "core/kernel/inspection.h"
#include "tests/oracle/tables.h"

/// What an H200 counted while kernels ran, and the instructions that Triton emitted, against what
/// layoutq computes from their text.
namespace layoutq {

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(std::string(LAYOUTQ_TEST_DATA) + "/" + path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The launch for a table's arguments, "M=30 N=48" or "-". Checks that the function has all of
/// them.
Launch launch_of(const Function& function, const std::string& arguments) {
  Launch launch;
  std::size_t given = 0;
  for (const KernelArgument& argument : function.arguments) {
    Int value = assumed(argument);
    for (const std::string& one : tables::split(arguments, ' ')) {
      const auto parts = tables::split(one, '=');
      if (parts[0] != function.values[static_cast<std::size_t>(argument.value)].name) continue;
      value = tables::number(parts.at(1));
      ++given;
    }
    launch.arguments.push_back(value);
  }
  CHECK(given == (arguments == "-" ? 0 : tables::split(arguments, ' ').size()));
  return launch;
}

}  // namespace

TEST_CASE("requests and sectors of launches are what an H200 counted") {
  for (const auto& [table, size] :
       {std::pair("launches.tsv", 48), std::pair("launches_3_6.tsv", 39)}) {
    const auto rows = tables::read(table);
    CHECK(rows.size() == size);
    for (const tables::Row& row : rows) {
      CAPTURE(row.at("launch"));
      // Kernels that other tests read, too, are in tests/data.
      const auto path = tables::split(row.at("file"), '/');
      const std::string text =
          contents((path[0] == "kernels" ? "data/" : "oracle/launches/") + path[1]);
      Kernels kernels = read_kernels(text);
      REQUIRE(kernels.functions.size() == 1);
      CHECK(kernels.skipped.empty());
      const Function& function = kernels.functions[0];
      Launch launch = launch_of(function, row.at("arguments"));
      launch.grid = {1, 1, 1};
      const Inspection inspection = inspect(&kernels, function, launch);
      AccessTraffic loads;
      AccessTraffic stores;
      for (const InspectedOperation& operation : inspection.operations) {
        if (!operation.width) continue;
        CAPTURE(operation.name);
        REQUIRE(operation.traffic);
        CHECK_FALSE(operation.traffic->misaligned);
        (operation.is_load() ? loads : stores) += *operation.traffic;
      }
      CHECK(loads.requests == tables::number(row.at("load_requests")));
      CHECK(loads.sectors == tables::number(row.at("load_sectors")));
      CHECK(stores.requests == tables::number(row.at("store_requests")));
      CHECK(stores.sectors == tables::number(row.at("store_sectors")));
    }
  }
}

TEST_CASE("widths and numbers of instructions are those that Triton emitted") {
  const auto rows = tables::read("widths.tsv");
  CHECK(rows.size() == 47);
  Int unrolled = 0;
  for (const tables::Row& row : rows) {
    CAPTURE(row.at("dump"));
    CAPTURE(row.at("line"));
    const std::string text = contents("data/" + row.at("dump"));
    Kernels kernels = read_kernels(text);
    REQUIRE(kernels.functions.size() == 1);
    const Function& function = kernels.functions[0];
    const Inspection inspection = inspect(&kernels, function, launch_of(function, "-"));
    Int found = 0;
    for (const InspectedOperation& operation : inspection.operations) {
      if (operation.operation->line != tables::number(row.at("line"))) continue;
      ++found;
      CHECK(name_of(operation.kind) == row.at("op"));
      CHECK(operation.vector_bytes == tables::number(row.at("bytes")));
      // Only a loop of few iterations has more: it is unrolled, here twice, for both sides of a
      // condition that does not change in it.
      const Int instructions = tables::number(row.at("instructions"));
      if (instructions != operation.instructions) {
        ++unrolled;
        CHECK(operation.times == 4);
        CHECK(instructions == operation.instructions * 4 * 2);
      }
    }
    CHECK(found == 1);
  }
  CHECK(unrolled == 1);
}

}  // namespace layoutq
