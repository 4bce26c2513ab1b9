#include "cmd/report/report.h"

#include <algorithm>
#include <array>

#include "cmd/report/caption.h"
#include "core/kinds/limits.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

std::size_t digits(Int value) { return fmt::formatted_size("{}", value); }

}  // namespace

Report::Report(OutputOptions options, std::string command, const Subject& subject)
    : options_(std::move(options)),
      command_(std::move(command)),
      subject_(&subject),
      output_(options_.path) {}

void Report::open_table(std::string_view about) {
  output_.text(caption(*subject_));
  if (!about.empty()) output_.print("; {}", about);
  output_.character('\n');
}

void Report::open(std::vector<Column> columns, std::string_view about) {
  columns_ = std::move(columns);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].name == "warp") warp_column_ = static_cast<int>(i);
  }
  switch (options_.format) {
    case Format::table:
      open_table(about);
      for (const Column& column : columns_) {
        constexpr std::size_t percent_width = 6;  // 100.0%
        constexpr std::size_t fraction_width = 8;
        const std::size_t value = column.kind == Column::Kind::number    ? digits(column.largest)
                                  : column.kind == Column::Kind::percent ? percent_width
                                                                         : fraction_width;
        widths_.push_back(std::max(column.name.size(), value));
        output_.print("{}{:>{}}", widths_.size() == 1 ? "" : "  ", column.name, widths_.back());
      }
      output_.character('\n');
      break;
    case Format::csv:
      for (std::size_t i = 0; options_.header && i < columns_.size(); ++i) {
        output_.print("{}{}", i == 0 ? "" : ",", columns_[i].name);
      }
      if (options_.header) output_.character('\n');
      break;
    case Format::jsonl:
      break;
    case Format::json:
      output_.print(
          "{{\n  \"command\": \"{}\",\n  \"layout\": {},\n  \"shape\": {},\n  \"rows\": [",
          command_, to_json(subject_->description), to_json(subject_->shape));
      break;
  }
  for (const Column& column : columns_) {
    prefixes_.push_back(fmt::format("{}\"{}\": ", prefixes_.empty() ? "{" : ", ", column.name));
  }
}

void Report::open_with(std::vector<Column> columns, const std::vector<std::vector<Value>>& rows,
                       std::string_view about) {
  for (const std::vector<Value>& values : rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (const Int* number = std::get_if<Int>(&values[i])) {
        columns[i].largest = std::max(columns[i].largest, *number);
      }
    }
  }
  open(std::move(columns), about);
  for (const std::vector<Value>& values : rows) row(values);
}

namespace {

/// More than any value takes.
constexpr std::size_t most_characters = 32;

/// Writes a value as CSV and JSON have it, where there is room; says where it ends.
char* put(char* at, const Value& value) {
  return std::visit([&](auto plain) { return fmt::format_to(at, "{}", plain); }, value);
}

/// The value as a table has it.
std::string in_table(Column::Kind kind, const Value& value) {
  if (const double* fraction = std::get_if<double>(&value)) {
    constexpr double hundred = 100;
    return kind == Column::Kind::percent ? fmt::format("{:.1f}%", *fraction * hundred)
                                         : fmt::format("{:.2f}", *fraction);
  }
  std::array<char, most_characters> text;
  return {text.data(), put(text.data(), value)};
}

/// A figure's value, as JSON or a table has it.
std::string figure_text(const Figure& figure, bool table) {
  if (const Dims* dims = std::get_if<Dims>(&figure.value)) {
    return table ? to_text(*dims) : to_json(*dims);
  }
  if (const double* fraction = std::get_if<double>(&figure.value)) {
    return table ? in_table(figure.kind, *fraction) : fmt::format("{}", *fraction);
  }
  if (const bool* truth = std::get_if<bool>(&figure.value)) return fmt::format("{}", *truth);
  return fmt::format("{}", std::get<Int>(figure.value));
}

}  // namespace

void Report::table_row(std::span<const Value> values) {
  if (warp_column_ >= 0) paint(std::get<Int>(values[static_cast<std::size_t>(warp_column_)]));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) output_.text("  ");
    output_.padded(in_table(columns_[i].kind, values[i]), widths_[i]);
  }
  end_line();
}

void Report::csv_row(std::span<const Value> values) {
  char* at = output_.room(values.size() * most_characters);
  for (const Value& value : values) {
    at = put(at, value);
    *at++ = ',';
  }
  at[-1] = '\n';
  output_.filled(at);
}

void Report::json_row(std::span<const Value> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    output_.text(prefixes_[i]);
    output_.filled(put(output_.room(most_characters), values[i]));
  }
  output_.character('}');
}

void Report::row(std::span<const Value> values) {
  switch (options_.format) {
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
  std::array<Int, CsvLine::most_numbers> numbers;
  std::copy(values.begin(), values.end(), numbers.begin());
  const std::span<Int> current = std::span(numbers).first(values.size());
  std::array<std::size_t, CsvLine::most_numbers> moving;
  std::size_t moving_columns = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] != 0) moving[moving_columns++] = i;
  }
  const auto step = [&](Int times) {
    for (std::size_t m = 0; m < moving_columns; ++m) current[moving[m]] += times * steps[moving[m]];
  };
  if (options_.format == Format::csv) {
    constexpr Int batch = 16;
    for (Int done = 0; done < count;) {
      // So many rows differ in last digits only.
      line_.set(current);
      Int alike = std::min(batch, count - done);
      for (std::size_t m = 0; m < moving_columns; ++m) {
        alike = std::min(alike, line_.steps_left(moving[m], steps[moving[m]]) + 1);
      }
      char* at = output_.room(batch * CsvLine::most_bytes);
      for (Int k = 0; k < alike; ++k) {
        char* const row = at;
        at = line_.copy(at);
        for (std::size_t m = 0; m < moving_columns && k > 0; ++m) {
          row[line_.last_digit(moving[m])] += static_cast<char>(k * steps[moving[m]]);
        }
      }
      output_.filled(at);
      done += alike;
      step(alike);
    }
    return;
  }
  std::array<Value, CsvLine::most_numbers> row;
  for (Int k = 0; k < count; ++k) {
    std::copy(current.begin(), current.end(), row.begin());
    this->row(std::span(row).first(current.size()));
    step(1);
  }
}

void Report::close(const std::vector<Figure>& summary, const std::vector<std::string>& notes) {
  const auto figures = [&](std::string_view before, std::string_view between) {
    for (const Figure& figure : summary) {
      output_.print("{}{}{}{}{}", &figure == &summary.front() ? "" : ", ", before, figure.name,
                    between, figure_text(figure, is_table()));
    }
  };
  if (is_table()) {
    figures("", " ");
    if (!summary.empty()) output_.character('\n');
    for (const std::string& note : notes) output_.print("note: {}\n", note);
    for (const std::string& refusal : refused_by_triton(subject_->description, subject_->shape)) {
      output_.print("note: {}\n", refusal);
    }
  }
  if (options_.format == Format::json) {
    output_.text(any_row_ ? "\n  ],\n  \"summary\": {" : "],\n  \"summary\": {");
    figures("\"", "\": ");
    output_.text("}\n}\n");
  }
  output_.flush();
}

void Report::paint(Int warp) {
  if (!options_.colour) return;
  constexpr Int colours = 6;  // red to cyan, readable on dark and on light
  output_.print("\x1b[{}m", 31 + warp % colours);
}

void Report::plain() {
  if (options_.colour) output_.text("\x1b[0m");
}

void Report::end_line() {
  plain();
  output_.character('\n');
}

}  // namespace layoutq
