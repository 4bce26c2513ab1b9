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

/// The columns of an answer. Each is declared once, with how its value follows from a row:
///
///     Table<Load> table;
///     table.add({.name = "warp"}, &Load::warp);
///     table.add({.name = "efficiency", .kind = Column::Kind::percent}, &Load::efficiency);
///     table.write(report, loads);
///
/// Table, CSV, JSON and assertions follow from that.
template <class Row>
class Table {
 public:
  /// Adds a column. `accessor` is a member of Row or a function of one, and returns what `value_of`
  /// takes.
  template <class Accessor>
  void add(Column column, Accessor accessor) {
    columns_.push_back(std::move(column));
    values_.push_back([accessor](const Row& row) { return value_of(std::invoke(accessor, row)); });
  }

  const std::vector<Column>& columns() const { return columns_; }
  std::vector<Column>& columns() { return columns_; }

  /// Returns the values of a row, one for each column.
  std::vector<Value> values(const Row& row) const {
    std::vector<Value> values;
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
