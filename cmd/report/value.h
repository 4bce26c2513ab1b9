#pragma once

#include <string>
#include <variant>

#include "core/layout/dims.h"

namespace layoutq {

/// Words in a cell, and what JSON has instead of a string of them, if anything.
struct Text {
  std::string text;
  std::string json = {};

  friend bool operator==(const Text&, const Text&) = default;
};

/// A cell: a number, a fraction, a truth, words, or nothing where a column does not apply.
using Value = std::variant<Int, double, bool, Text, std::monostate>;

/// A column as its subcommand declares it; table, CSV and JSON follow.
struct Column {
  enum class Kind { number, fraction, percent, truth, text };

  std::string name;  ///< lower_case: an interface
  Kind kind = Kind::number;
  Int largest = 0;        ///< that a number may be, for the column's width
  std::size_t width = 0;  ///< of words
  bool in_table = true;   ///< a table leaves out what says nothing
};

/// A figure about the whole answer.
struct Figure {
  std::string name;
  Column::Kind kind = Column::Kind::number;
  std::variant<Int, double, bool, Dims, Text> value;
  bool in_table = true;  ///< a table says what the others say elsewhere
};

/// The length of the UTF-8 sequence that the text, which is not empty, begins with; 0 where it is
/// none.
std::size_t utf8_length(std::string_view text);
/// The text as a JSON string; bytes that are no UTF-8 are replaced.
std::string json_string(std::string_view text);
/// The value as JSON and, but for the quoting of words, CSV have it.
std::string plain_text(const Value& value);
/// The text as a CSV cell.
std::string csv_cell(const std::string& text);
/// The value as a table has it.
std::string table_text(Column::Kind kind, const Value& value);

}  // namespace layoutq
