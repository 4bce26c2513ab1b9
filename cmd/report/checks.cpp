#include "cmd/report/checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <compare>
#include <cstdio>

#include "cmd/closest.h"
#include "cmd/error.h"

namespace layoutq {

namespace {

/// The number of failures that are printed; further ones are counted.
constexpr std::size_t most_failures = 10;

/// Throws Error if the assertion does not fit values of this kind.
void check_kind(const Assertion& assertion, Column::Kind kind) {
  const auto wrong = [&](std::string_view what) {
    throw Error(
        fmt::format("--assert '{}': {} is {}", printable(assertion.text), assertion.column, what));
  };
  const bool orders = assertion.comparison != Assertion::Comparison::equal &&
                      assertion.comparison != Assertion::Comparison::different;
  switch (kind) {
    case Column::Kind::truth:
      if (orders || !std::holds_alternative<bool>(assertion.value)) {
        wrong("true or false: compare it with one of them by == or !=");
      }
      break;
    case Column::Kind::text:
      if (orders) wrong("a word: compare it by == or !=");
      break;
    default:
      if (!std::holds_alternative<Int>(assertion.value) &&
          !std::holds_alternative<double>(assertion.value)) {
        wrong("a number");
      }
  }
}

double as_double(Int number) { return static_cast<double>(number); }

bool fulfils(const Assertion& assertion, const Value& value) {
  if (const Int* number = std::get_if<Int>(&value)) {
    // Compares integers exactly, however large they are.
    if (const Int* other = std::get_if<Int>(&assertion.value)) {
      return assertion.holds(*number <=> *other);
    }
    return assertion.holds(as_double(*number) <=> std::get<double>(assertion.value));
  }
  if (const double* fraction = std::get_if<double>(&value)) {
    const Int* whole = std::get_if<Int>(&assertion.value);
    const double other = whole != nullptr ? as_double(*whole) : std::get<double>(assertion.value);
    return assertion.holds(*fraction <=> other);
  }
  if (const bool* truth = std::get_if<bool>(&value)) {
    return assertion.holds(*truth <=> std::get<bool>(assertion.value));
  }
  if (const Text* words = std::get_if<Text>(&value)) {
    const std::string other =
        std::visit([](const auto& plain) { return fmt::format("{}", plain); }, assertion.value);
    return assertion.holds(words->text.compare(other) <=> 0);
  }
  return true;
}

}  // namespace

void Checks::open(const std::vector<Column>& columns, const std::vector<Figure>& figures) {
  for (const Column& column : columns) columns_.push_back(column.name);
  for (const Assertion& assertion : assertions_) {
    const auto column = std::find_if(columns.begin(), columns.end(), [&](const Column& other) {
      return other.name == assertion.column;
    });
    const auto figure = std::find_if(figures.begin(), figures.end(), [&](const Figure& other) {
      return other.name == assertion.column;
    });
    if (column != columns.end()) {
      check_kind(assertion, column->kind);
      checks_.push_back({&assertion, static_cast<std::size_t>(column - columns.begin())});
    } else if (figure != figures.end() && !std::holds_alternative<Dims>(figure->value)) {
      check_kind(assertion, figure->kind);
      Value value;
      std::visit(
          [&](const auto& plain) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(plain)>, Dims>) value = plain;
          },
          figure->value);
      if (!fulfils(assertion, value)) {
        fail(assertion, fmt::format("{} {}", figure->name, plain_text(value)));
      }
    } else {
      std::vector<std::string> names = columns_;
      for (const Figure& other : figures) {
        if (!std::holds_alternative<Dims>(other.value)) names.push_back(other.name);
      }
      const auto meant = closest(assertion.column, names);
      throw Error(fmt::format("--assert '{}': no column {}{} (columns are {})",
                              printable(assertion.text), printable(assertion.column),
                              meant ? fmt::format(", did you mean {}?", *meant) : "",
                              fmt::join(names, ", ")));
    }
  }
}

void Checks::fail(const Assertion& assertion, const std::string& where) {
  ++failed_;
  if (failures_.size() == most_failures) return;
  failures_.push_back(fmt::format("layoutq: assertion failed: {}: {}\n", assertion.text, where));
}

void Checks::row(std::span<const Value> values) {
  for (const Check& check : checks_) {
    if (fulfils(*check.assertion, values[check.column])) continue;
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < values.size() && failures_.size() < most_failures; ++i) {
      if (std::holds_alternative<std::monostate>(values[i])) continue;
      cells.push_back(fmt::format("{} {}", columns_[i], plain_text(values[i])));
    }
    fail(*check.assertion, fmt::format("{}", fmt::join(cells, ", ")));
  }
}

bool Checks::close() {
  for (const std::string& failure : failures_) std::fputs(failure.c_str(), stderr);
  const Int more = failed_ - static_cast<Int>(failures_.size());
  if (more > 0) std::fputs(fmt::format("layoutq: and {} more\n", more).c_str(), stderr);
  return failed_ == 0;
}

}  // namespace layoutq
