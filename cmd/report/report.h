#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cmd/flags/layout_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/report/csv_line.h"
#include "cmd/report/output.h"

namespace layoutq {

/// A cell: a number, a fraction, or a truth.
using Value = std::variant<Int, double, bool>;

/// A column as its subcommand declares it; table, CSV and JSON follow.
struct Column {
  enum class Kind { number, fraction, percent, truth };

  std::string name;  ///< lower_case: an interface
  Kind kind = Kind::number;
  Int largest = 0;  ///< that a number may be, for the column's width
};

/// A figure about the whole answer.
struct Figure {
  std::string name;
  Column::Kind kind = Column::Kind::number;
  std::variant<Int, double, bool, Dims> value;
};

/// An answer: rows under named columns, written as they come.
///
/// A subcommand opens it, hands it rows, and closes it. Where its table is not rows (a grid), it
/// writes the table between `open_table` and `close` itself.
class Report {
 public:
  Report(OutputOptions options, std::string command, const Subject& subject);

  bool is_table() const { return options_.format == Format::table; }
  Output& output() { return output_; }

  /// Starts an answer of rows. `about` follows the layout in a table's caption.
  void open(std::vector<Column> columns, std::string_view about = "");
  /// An answer of few rows: opens it with columns as wide as they need, and writes the rows.
  void open_with(std::vector<Column> columns, const std::vector<std::vector<Value>>& rows,
                 std::string_view about = "");
  /// Starts a table that the subcommand writes itself: the caption.
  void open_table(std::string_view about = "");
  /// One value for each column.
  void row(std::span<const Value> values);
  /// `count` rows of numbers ≥ 0: the first one's values, then each column's step further every
  /// time.
  void rows(std::span<const Int> values, std::span<const Int> steps, Int count);
  /// Ends the answer. The notes are for eyes: only a table has them.
  void close(const std::vector<Figure>& summary = {}, const std::vector<std::string>& notes = {});

  /// In a table in colour, what follows is of that warp, until `plain` or `end_line`.
  void paint(Int warp);
  void plain();
  void end_line();

 private:
  void table_row(std::span<const Value> values);
  void csv_row(std::span<const Value> values);
  void json_row(std::span<const Value> values);

  OutputOptions options_;
  std::string command_;
  const Subject* subject_;
  Output output_;
  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
  CsvLine line_;                       ///< of the last row of numbers
  std::vector<std::string> prefixes_;  ///< what stands before each value in JSON
  int warp_column_ = -1;
  bool any_row_ = false;
};

}  // namespace layoutq
