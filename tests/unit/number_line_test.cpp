#include "cmd/report/number_line.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace layoutq {

namespace {

const std::string after = "}\n";

std::vector<std::string> texts_before(std::size_t count) {
  std::vector<std::string> texts(count, ", ");
  texts.front() = "{\"name\": ";
  return texts;
}

std::string plain(const std::vector<Int>& values) {
  const std::vector<std::string> before = texts_before(values.size());
  std::string line;
  for (std::size_t i = 0; i < values.size(); ++i) line += before[i] + std::to_string(values[i]);
  return line + after;
}

/// What the line writes for these rows, in as many calls as it takes.
std::string written(NumberLine* line, std::vector<Int> values, const std::vector<Int>& steps,
                    Int count) {
  std::string text;
  std::vector<char> room(line->most_bytes());
  while (count > 0) {
    const Int rows = std::min(count, NumberLine::most_rows);
    text.append(room.data(), line->write(values, steps, rows, room.data()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += rows * steps[i];
    count -= rows;
  }
  return text;
}

}  // namespace

TEST_CASE("rows that are kept from one to the next are the rows written anew") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Int> values(1 + random() % NumberLine::most_numbers);
    NumberLine line(texts_before(values.size()), after);
    for (int run = 0; run < 100; ++run) {
      const Int count = 1 + static_cast<Int>(random() % 30);
      std::vector<Int> steps(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (random() % 2 == 0) continue;
        constexpr Int more[] = {10, 32, 4096, -64};
        steps[i] = random() % 4 == 0 ? more[random() % std::size(more)]
                                     : static_cast<Int>(random() % 12) - 3;
        if (values[i] + steps[i] * count < 0) steps[i] = 0;
      }
      std::string expected;
      std::vector<Int> row = values;
      for (Int k = 0; k < count; ++k) {
        expected += plain(row);
        for (std::size_t i = 0; i < row.size(); ++i) row[i] += steps[i];
      }
      CAPTURE(plain(values));
      REQUIRE(written(&line, values, steps, count) == expected);
      for (Int& value : values) {
        // Mostly small steps, which carry and borrow, some jumps of any length.
        const unsigned kind = random() % 8;
        if (kind < 4) value += 1;
        if (kind == 4) value = value > 3 ? value - 3 : 0;
        if (kind == 5) value = static_cast<Int>(random()) * (Int{1} << random() % 30);
        if (kind == 6) value = Int{1000} - static_cast<Int>(random() % 5);
      }
    }
  }
}

TEST_CASE("the longest numbers fit") {
  const std::vector<Int> values(NumberLine::most_numbers, std::numeric_limits<Int>::max());
  NumberLine line(texts_before(values.size()), after);
  CHECK(written(&line, values, std::vector<Int>(values.size()), 1) == plain(values));
}

}  // namespace layoutq
