#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/layout/dims.h"

namespace layoutq {

/// The text of a cell, and the JSON to print instead of that text, if any.
struct Text {
  std::string text;
  std::string json = {};

  friend bool operator==(const Text&, const Text&) = default;
};

/// A cell: a number, a fraction, a truth, a text, or empty if the column does not apply.
using Value = std::variant<Int, double, bool, Text, std::monostate>;

/// A column, as its subcommand declares it. Table, CSV and JSON follow from this.
struct Column {
  enum class Kind { number, fraction, percent, truth, text };

  std::string name;  ///< in lower_case; scripts rely on it
  Kind kind = Kind::number;
  Int largest = 0;        ///< the largest number, which sets the column's width
  std::size_t width = 0;  ///< the width of a column of text
  bool in_table = true;   ///< false hides the column in a table
};

/// A figure about the whole answer.
struct Figure {
  std::string name;
  Column::Kind kind = Column::Kind::number;
  std::variant<Int, double, bool, Dims, Text> value;
  bool in_table = true;  ///< false hides the figure in a table
};

/// Returns the length of the UTF-8 sequence at the beginning of a text that is not empty; 0 if that
/// is not valid UTF-8.
std::size_t utf8_length(std::string_view text);
/// Returns the text as a JSON string. Bytes that are not UTF-8 are replaced.
std::string json_string(std::string_view text);
/// Formats the value for JSON and, except for the quoting of text, CSV.
std::string plain_text(const Value& value);
/// Formats the text as a CSV cell.
std::string csv_cell(const std::string& text);
/// Formats the value for a table.
std::string table_text(Column::Kind kind, const Value& value);

/// Returns the text for an error of one line: control characters are escaped, and a long text is
/// cut.
std::string printable(std::string_view text);

}  // namespace layoutq
