#include "cmd/report/report.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cmd/report/caption.h"
#include "core/layout/text.h"

namespace layoutq {

std::vector<std::string> notes_of(const Heading& heading, std::vector<std::string> notes) {
  notes.insert(notes.end(), heading.notes.begin(), heading.notes.end());
  return notes;
}

Report::Report(OutputOptions options, std::string command, Heading heading)
    : options_(std::move(options)),
      command_(std::move(command)),
      heading_(std::move(heading)),
      output_(options_.path),
      checks_(std::move(options_.assertions)) {}

void Report::begin(std::vector<Column> columns) {
  columns_ = std::move(columns);
  checks_.open(columns_, summary_);
}

void Report::write_caption(std::string_view about) {
  if (!is_table()) return;
  output_.text(heading_.caption);
  if (!about.empty()) output_.print("{}{}", heading_.caption.empty() ? "" : "; ", about);
  if (!heading_.caption.empty() || !about.empty()) output_.character('\n');
}

void Report::open_by_hand(std::vector<Column> columns, std::string_view about) {
  by_hand_ = true;
  begin(std::move(columns));
  write_caption(about);
}

namespace {

std::size_t column_width(const Column& column) {
  constexpr std::size_t percent_width = 6;  // 100.0%
  constexpr std::size_t fraction_width = 8;
  switch (column.kind) {
    case Column::Kind::number:
      return digits(column.largest);
    case Column::Kind::percent:
      return percent_width;
    case Column::Kind::text:
      return column.width;
    default:
      return fraction_width;
  }
}

}  // namespace

void Report::open(std::vector<Column> columns, std::string_view about) {
  begin(std::move(columns));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& name = columns_[i].name;
    if (name == "warp" || name == "bank") painted_column_ = static_cast<int>(i);
  }
  switch (options_.format) {
    case Format::triton:
    case Format::svg:
    case Format::html:
      break;
    case Format::table: {
      write_caption(about);
      std::string header;
      for (const Column& column : columns_) {
        widths_.push_back(std::max(column.name.size(), column_width(column)));
        if (!column.in_table) continue;
        header += header.empty() ? "" : "  ";
        header += column.kind == Column::Kind::text
                      ? fmt::format("{:<{}}", column.name, widths_.back())
                      : fmt::format("{:>{}}", column.name, widths_.back());
      }
      header.erase(header.find_last_not_of(' ') + 1);
      output_.print("{}\n", header);
      break;
    }
    case Format::csv:
      for (std::size_t i = 0; options_.header && i < columns_.size(); ++i) {
        output_.print("{}{}", i == 0 ? "" : ",", columns_[i].name);
      }
      if (options_.header) output_.character('\n');
      break;
    case Format::jsonl:
      break;
    case Format::json:
      output_.print("{{\n  \"command\": \"{}\",\n", command_);
      for (const auto& [name, value] : heading_.members) {
        output_.print("  \"{}\": {},\n", name, value);
      }
      output_.text("  \"rows\": [");
      break;
  }
  for (const Column& column : columns_) {
    prefixes_.push_back(fmt::format("{}\"{}\": ", prefixes_.empty() ? "{" : ", ", column.name));
  }
  keep_line();
}

void Report::keep_line() {
  if (columns_.size() > NumberLine::most_numbers) return;
  std::vector<std::string> before = prefixes_;
  switch (options_.format) {
    case Format::csv:
      before.assign(columns_.size(), ",");
      before.front() = "";
      line_.emplace(before, "\n");
      break;
    case Format::json:
      before.front().insert(0, ",\n    ");
      line_.emplace(before, "}");
      break;
    case Format::jsonl:
      line_.emplace(before, "}\n");
      break;
    default:
      break;
  }
}

void Report::open_with(std::vector<Column> columns, const std::vector<std::vector<Value>>& rows,
                       std::string_view about) {
  for (const std::vector<Value>& values : rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (const Int* number = std::get_if<Int>(&values[i])) {
        columns[i].largest = std::max(columns[i].largest, *number);
      }
      columns[i].width = std::max(columns[i].width, table_text(columns[i].kind, values[i]).size());
    }
  }
  open(std::move(columns), about);
  for (const std::vector<Value>& values : rows) row(values);
}

namespace {

/// More characters than any value takes, except for text.
constexpr std::size_t most_characters = 32;

/// Writes a number, a fraction or a truth in the form of CSV and JSON. Returns the end of the text.
char* put(char* at, const Value& value) {
  if (const Int* number = std::get_if<Int>(&value)) return fmt::format_to(at, "{}", *number);
  if (const double* fraction = std::get_if<double>(&value)) {
    return fmt::format_to(at, "{}", *fraction);
  }
  return fmt::format_to(at, "{}", std::get<bool>(value));
}

/// Formats a figure's value for JSON or a table.
std::string figure_text(const Figure& figure, bool table) {
  if (const Dims* dims = std::get_if<Dims>(&figure.value)) {
    return table ? to_text(*dims) : to_json(*dims);
  }
  if (const Text* words = std::get_if<Text>(&figure.value)) {
    return table ? words->text : words->json.empty() ? json_string(words->text) : words->json;
  }
  if (const double* fraction = std::get_if<double>(&figure.value)) {
    return table ? table_text(figure.kind, *fraction) : fmt::format("{}", *fraction);
  }
  if (const bool* truth = std::get_if<bool>(&figure.value)) return fmt::format("{}", *truth);
  return fmt::format("{}", std::get<Int>(figure.value));
}

}  // namespace

void Report::table_row(std::span<const Value> values) {
  if (painted_column_ >= 0) paint(std::get<Int>(values[static_cast<std::size_t>(painted_column_)]));
  bool first = true;
  std::size_t left = 0;  // blanks that the last column still needs
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!columns_[i].in_table) continue;
    output_.padded("", left);
    left = 0;
    if (!std::exchange(first, false)) output_.text("  ");
    const std::string text = table_text(columns_[i].kind, values[i]);
    if (columns_[i].kind != Column::Kind::text) {
      output_.padded(text, widths_[i]);
      continue;
    }
    output_.text(text);
    left = widths_[i] - std::min(widths_[i], text.size());
  }
  end_line();
}

void Report::csv_row(std::span<const Value> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) output_.character(',');
    if (const Text* words = std::get_if<Text>(&values[i])) {
      output_.text(csv_cell(words->text));
    } else if (!std::holds_alternative<std::monostate>(values[i])) {
      output_.filled(put(output_.room(most_characters), values[i]));
    }
  }
  output_.character('\n');
}

void Report::json_row(std::span<const Value> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    output_.text(prefixes_[i]);
    if (const Text* words = std::get_if<Text>(&values[i])) {
      output_.text(words->json.empty() ? json_string(words->text) : words->json);
    } else if (std::holds_alternative<std::monostate>(values[i])) {
      output_.text("null");
    } else {
      output_.filled(put(output_.room(most_characters), values[i]));
    }
  }
  output_.character('}');
}

void Report::row(std::span<const Value> values) {
  if (checks_.any()) checks_.row(values);
  if (by_hand_) return;
  switch (options_.format) {
    case Format::triton:
    case Format::svg:
    case Format::html:
      break;
    case Format::table:
      table_row(values);
      break;
    case Format::csv:
      csv_row(values);
      break;
    case Format::json:
      output_.text(any_row_ ? ",\n    " : "\n    ");
      json_row(values);
      break;
    case Format::jsonl:
      json_row(values);
      output_.character('\n');
      break;
  }
  any_row_ = true;
}

void Report::rows(std::span<const Int> values, std::span<const Int> steps, Int count) {
  std::array<Int, NumberLine::most_numbers> numbers;
  for (Int done = 0;;) {
    const Int rows = some_rows(values, steps, count - done);
    done += rows;
    if (done == count) return;
    for (std::size_t i = 0; i < values.size(); ++i) numbers[i] = values[i] + rows * steps[i];
    values = std::span(numbers).first(values.size());
  }
}

Int Report::some_rows(std::span<const Int> values, std::span<const Int> steps, Int most) {
  // In JSON the first row has no comma before it.
  const bool first_of_json = !any_row_ && options_.format == Format::json;
  if (line_ && !first_of_json && !checks_.any() && !by_hand_) {
    const Int rows = std::min(most, NumberLine::most_rows);
    output_.filled(line_->write(values, steps, rows, output_.room(line_->most_bytes())));
    any_row_ = true;
    return rows;
  }
  std::array<Value, NumberLine::most_numbers> row;
  std::copy(values.begin(), values.end(), row.begin());
  this->row(std::span(row).first(values.size()));
  return 1;
}

void Report::end(const std::vector<std::string>& notes) {
  std::string figures;
  for (const Figure& figure : summary_) {
    if (is_table() && !figure.in_table) continue;
    figures += fmt::format(
        "{}{}", figures.empty() ? "" : ", ",
        is_table() ? fmt::format("{} {}", figure.name, figure_text(figure, true))
                   : fmt::format("\"{}\": {}", figure.name, figure_text(figure, false)));
  }
  if (is_table()) {
    if (!figures.empty()) output_.print("{}\n", figures);
    for (const std::string& note : notes_) output_.print("note: {}\n", note);
    for (const std::string& note : notes_of(heading_, notes)) output_.print("note: {}\n", note);
  }
  if (options_.format == Format::json) {
    output_.print("{}],\n  \"summary\": {{{}}}\n}}\n", any_row_ ? "\n  " : "", figures);
  }
}

int Report::close(const std::vector<std::string>& notes) {
  end(notes);
  output_.finish();
  return checks_.close() ? 0 : 1;
}

void Report::break_off(const std::vector<std::string>& notes) {
  end(notes);
  output_.flush();
}

void Report::paint(Int number) { output_.text(terminal_paint(options_.colour, number)); }

void Report::plain() {
  if (options_.colour != ColourDepth::none) output_.text("\x1b[0m");
}

void Report::end_line() {
  plain();
  output_.character('\n');
}

void Report::legend(std::string_view of, Range numbers) {
  if (options_.colour == ColourDepth::none) return;
  constexpr Int usual_width = 80;
  Int room = line_width().value_or(usual_width) - static_cast<Int>(of.size()) - 4;  // " ..."
  output_.text(of);
  for (Int number = numbers.low; number < numbers.high; ++number) {
    room -= static_cast<Int>(digits(number)) + 3;
    if (room < 0) {
      output_.text(" ...");
      break;
    }
    output_.character(' ');
    paint(number);
    output_.print(" {} ", number);
    plain();
  }
  output_.character('\n');
}

}  // namespace layoutq
