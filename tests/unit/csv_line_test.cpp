#include "cmd/report/csv_line.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <string>
#include <vector>

namespace layoutq {

namespace {

std::string plain(const std::vector<Int>& values) {
  std::string line;
  for (Int value : values) line += std::to_string(value) + ',';
  line.back() = '\n';
  return line;
}

std::string copied(const CsvLine& line) {
  std::array<char, CsvLine::most_bytes> text;
  return {text.data(), line.copy(text.data())};
}

}  // namespace

TEST_CASE("a line kept from row to row is the line written anew") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Int> values(1 + random() % CsvLine::most_numbers);
    CsvLine line;
    for (int row = 0; row < 100; ++row) {
      CAPTURE(plain(values));
      line.set(values);
      REQUIRE(copied(line) == plain(values));
      for (Int& value : values) {
        // Mostly small steps, some jumps of any length.
        const unsigned kind = random() % 8;
        if (kind < 4) value += 1;
        if (kind == 4) value = value > 3 ? value - 3 : 0;
        if (kind == 5) value = static_cast<Int>(random()) * (Int{1} << random() % 30);
      }
    }
  }
}

TEST_CASE("a last digit may be put into the copy as often as the line says") {
  std::mt19937 random(2);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Int> values{static_cast<Int>(random() % 2000), 7};
    const Int step = 1 + static_cast<Int>(random() % 4);
    CsvLine line;
    line.set(values);
    const Int times = line.steps_left(0, step);
    for (Int k = 0; k <= times; ++k) {
      std::string row = copied(line);
      row[line.last_digit(0)] = static_cast<char>(row[line.last_digit(0)] + k * step);
      REQUIRE(row == plain({values[0] + k * step, 7}));
    }
    CHECK((values[0] + (times + 1) * step) / 10 > values[0] / 10);
  }
}

TEST_CASE("the longest numbers fit") {
  const std::vector<Int> values(CsvLine::most_numbers, std::numeric_limits<Int>::max());
  CsvLine line;
  line.set(values);
  CHECK(copied(line) == plain(values));
}

}  // namespace layoutq
