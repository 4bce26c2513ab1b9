#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/report/report.h"

namespace layoutq {

// A cell's value from what an accessor returns; an empty cell for nullopt.
inline Value value_of(Value value) { return value; }
inline Value value_of(Int number) { return number; }
inline Value value_of(int number) { return Int{number}; }
inline Value value_of(double fraction) { return fraction; }
inline Value value_of(bool truth) { return truth; }
inline Value value_of(Text text) { return text; }
inline Value value_of(std::string_view text) { return Text{std::string(text)}; }
template <class Type>
Value value_of(const std::optional<Type>& value) {
  return value ? value_of(*value) : Value(std::monostate());
}

/// Applies each accessor to the result of the one before, and returns the last result as a cell: an
/// empty one if an optional or a pointer on the way is empty.
template <class Type>
Value value_at(const Type& value) {
  return value_of(value);
}
template <class Type, class Accessor, class... Rest>
Value value_at(const Type& from, Accessor accessor, Rest... rest) {
  if constexpr (requires { *from; }) {
    return from ? value_at(std::invoke(accessor, *from), rest...) : Value(std::monostate());
  } else {
    return value_at(std::invoke(accessor, from), rest...);
  }
}

/// The columns of an answer. Each is declared once, with how its value follows from a row:
///
///     Table<Load> table;
///     table.add({.name = "warp"}, &Load::warp);
///     table.add({"sectors"}, &Load::traffic, &Traffic::sectors);
///     table.add({"efficiency", Column::Kind::percent}, &Load::traffic, &Traffic::efficiency);
///     table.write(report, loads);
///
/// Table, CSV, JSON and assertions follow from that.
template <class Row>
class Table {
 public:
  /// Adds a column. The accessors lead from a row to what `value_of` takes, one after the other.
  /// Each is a member or a function. If an optional or a pointer on the way is empty, so is the
  /// cell.
  template <class... Accessors>
  void add(Column column, Accessors... accessors) {
    columns_.push_back(std::move(column));
    values_.push_back([accessors...](const Row& row) { return value_at(row, accessors...); });
  }

  const std::vector<Column>& columns() const { return columns_; }
  std::vector<Column>& columns() { return columns_; }

  /// Returns the values of a row, one for each column.
  std::vector<Value> values(const Row& row) const {
    std::vector<Value> values;
    values.reserve(values_.size());
    for (const auto& value : values_) values.push_back(value(row));
    return values;
  }

  /// Writes a whole answer of few rows, with columns as wide as they need. `about` follows the
  /// layout in the caption.
  void write(Report* report, const std::vector<Row>& rows, std::string_view about = "") const {
    std::vector<std::vector<Value>> all;
    for (const Row& row : rows) all.push_back(values(row));
    report->open_with(columns_, all, about);
  }

 private:
  std::vector<Column> columns_;
  std::vector<std::function<Value(const Row&)>> values_;  ///< by column
};

}  // namespace layoutq
