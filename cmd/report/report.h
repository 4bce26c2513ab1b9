#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cmd/flags/output_flags.h"
#include "cmd/report/checks.h"
#include "cmd/report/number_line.h"
#include "cmd/report/output.h"
#include "cmd/report/value.h"

namespace layoutq {

/// What an answer is about.
struct Heading {
  std::string caption;  ///< a table's first line; may be empty
  /// Of the JSON object: names and values.
  std::vector<std::pair<std::string, std::string>> members;
  std::vector<std::string> notes = {};  ///< under a table, after all others
};

/// An answer's own notes, and then what its heading has.
std::vector<std::string> notes_of(const Heading& heading, std::vector<std::string> notes);

/// An answer: rows under named columns, written as they come.
///
/// A subcommand opens it, hands it rows, and closes it. Where its table is not rows (a grid), it
/// writes the table between `open_by_hand` and `close` itself; the rows are then for its assertions
/// alone. The same holds for a picture, however it was opened.
class Report {
 public:
  Report(OutputOptions options, std::string command, Heading heading);

  Format format() const { return options_.format; }
  bool is_table() const { return options_.format == Format::table; }
  Output& output() { return output_; }

  /// Figures about the whole answer, before it is opened.
  void summarize(std::vector<Figure> summary) { summary_ = std::move(summary); }
  /// Starts an answer of rows. `about` follows the layout in a table's caption.
  void open(std::vector<Column> columns, std::string_view about = "");
  /// An answer of few rows: opens it with columns as wide as they need, and writes the rows.
  void open_with(std::vector<Column> columns, const std::vector<std::vector<Value>>& rows,
                 std::string_view about = "");
  /// Starts an answer that the subcommand writes itself: the caption of a table. `columns` are
  /// those of its rows.
  void open_by_hand(std::vector<Column> columns, std::string_view about = "");
  /// Whether rows are wanted after an answer that was written by hand.
  bool checks_rows() const { return checks_.any(); }
  /// One value for each column.
  void row(std::span<const Value> values);
  /// `count` rows, at least 1, of numbers ≥ 0: the first one's values, then each column's step
  /// further every time.
  void rows(std::span<const Int> values, std::span<const Int> steps, Int count);
  /// Ends the answer. The notes are for eyes: only a table has them. The value is the program's
  /// exit code: 0, or 1 where an assertion failed.
  int close(const std::vector<std::string>& notes = {});
  /// Ends it where an error keeps it from going on: what is on standard output stands, but no file
  /// is kept.
  void break_off(const std::vector<std::string>& notes);

  /// In a table in colour, what follows has the colour of that number until `plain` or `end_line`.
  void paint(Int number);
  void plain();
  void end_line();
  /// A line that shows the colours of these numbers, in a table in colour; if they are many, of the
  /// first ones.
  void legend(std::string_view of, Range numbers);

  /// How many characters a line has; nothing where the answer goes to no terminal.
  std::optional<Int> line_width() const { return options_.line_width; }
  /// A note that comes before those that `close` is given.
  void note(std::string text) { notes_.push_back(std::move(text)); }

 private:
  void begin(std::vector<Column> columns);
  void end(const std::vector<std::string>& notes);
  void write_caption(std::string_view about);
  void table_row(std::span<const Value> values);
  void csv_row(std::span<const Value> values);
  void json_row(std::span<const Value> values);
  /// Writes at least the first of such rows; says how many.
  Int some_rows(std::span<const Int> values, std::span<const Int> steps, Int most);
  /// Makes ready for rows of numbers.
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
  std::vector<std::string> prefixes_;  ///< what stands before each value in JSON
  std::optional<NumberLine> line_;     ///< of the last row of numbers, in CSV and JSON
  int painted_column_ = -1;            ///< whose number gives a row its colour
  bool any_row_ = false;
  bool by_hand_ = false;
};

}  // namespace layoutq
