#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cmd/report/checks.h"
#include "cmd/report/number_line.h"
#include "cmd/report/output.h"
#include "cmd/report/output_options.h"
#include "cmd/report/value.h"

namespace layoutq {

/// The subject of an answer.
struct Heading {
  std::string caption;  ///< a table's first line; may be empty
  /// Names and values of the JSON object's members.
  std::vector<std::pair<std::string, std::string>> members;
  std::vector<std::string> notes = {};  ///< printed under a table after all other notes
};

/// Returns an answer's own notes, followed by those of its heading.
std::vector<std::string> notes_of(const Heading& heading, std::vector<std::string> notes);

/// An answer: rows with named columns, written one by one.
///
/// A subcommand opens the report, adds rows and closes it. If its table does not consist of rows (a
/// grid), the subcommand writes the table itself between `open_by_hand` and `close`, and adds rows
/// only for the assertions. The same applies to every picture.
class Report {
 public:
  Report(OutputOptions options, std::string command, Heading heading);

  Format format() const { return options_.format; }
  bool is_table() const { return options_.format == Format::table; }
  Output& output() { return output_; }

  /// Sets the figures about the whole answer. Call this before opening it.
  void summarize(std::vector<Figure> summary) { summary_ = std::move(summary); }
  /// Opens an answer that consists of rows. `about` follows the layout in a table's caption.
  void open(std::vector<Column> columns, std::string_view about = "");
  /// Opens an answer of few rows, makes the columns as wide as necessary, and writes the rows.
  void open_with(std::vector<Column> columns, const std::vector<std::vector<Value>>& rows,
                 std::string_view about = "");
  /// Opens an answer that the subcommand writes itself, and writes a table's caption. `columns` are
  /// the columns of its rows.
  void open_by_hand(std::vector<Column> columns, std::string_view about = "");
  /// True if assertions need the rows of an answer that was written by hand.
  bool checks_rows() const { return checks_.any(); }
  /// Writes a row, with one value for each column.
  void row(std::span<const Value> values);
  /// Writes `count` ≥ 1 rows of numbers ≥ 0. The first row is `values`, and each next one adds
  /// `steps`.
  void rows(std::span<const Int> values, std::span<const Int> steps, Int count);
  /// Ends the answer. Only a table prints the notes. Returns the exit code: 0, or 1 if an assertion
  /// failed.
  int close(const std::vector<std::string>& notes = {});
  /// Ends an answer that an error interrupts. Rows so far remain on standard output, but no file is
  /// kept.
  void break_off(const std::vector<std::string>& notes);

  /// In a coloured table, gives the following text the colour of this number, until `plain` or
  /// `end_line`.
  void paint(Int number);
  void plain();
  void end_line();
  /// In a coloured table, writes a line that shows the colours of these numbers. If there are many,
  /// it shows the first ones.
  void legend(std::string_view of, Range numbers);

  /// The number of characters in a line; nullopt if the answer does not go to a terminal.
  std::optional<Int> line_width() const { return options_.line_width; }
  /// Adds a note, to be printed before those passed to `close`.
  void note(std::string text) { notes_.push_back(std::move(text)); }

 private:
  void begin(std::vector<Column> columns);
  void end(const std::vector<std::string>& notes);
  void write_caption(std::string_view about);
  void table_row(std::span<const Value> values);
  void csv_row(std::span<const Value> values);
  void json_row(std::span<const Value> values);
  /// Writes at least one of the rows, and returns how many.
  Int some_rows(std::span<const Int> values, std::span<const Int> steps, Int most);
  /// Prepares for rows of numbers.
  void keep_line();

  OutputOptions options_;
  std::string command_;
  Heading heading_;
  Output output_;
  Checks checks_;
  std::vector<Figure> summary_;
  std::vector<std::string> notes_;
  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
  std::vector<std::string> prefixes_;  ///< the text before each value in JSON
  std::optional<NumberLine> line_;     ///< the last row of numbers, in CSV and JSON
  int painted_column_ = -1;            ///< the column whose number gives a row its colour
  bool any_row_ = false;
  bool by_hand_ = false;
};

}  // namespace layoutq
