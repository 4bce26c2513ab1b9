#include "cmd/report/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "cmd/error.h"
#include "cmd/flags/read.h"
#include "cmd/report/caption.h"
#include "core/kinds/limits.h"

namespace layoutq {

void add_report_flags(CommandLine* line) {
  line->group("Output");
  line->flag({.names = "--format", .value = "F", .help = "table (default), csv, json or jsonl"});
  line->flag({.names = "--csv", .value = "", .help = "the same as --format csv"});
  line->flag({.names = "--json", .value = "", .help = "the same as --format json"});
  line->flag({.names = "-o",
              .value = "FILE",
              .help = "write to FILE; .csv, .json, .jsonl set the format (default: stdout)",
              .also = "--output"});
  line->flag({.names = "--no-header", .value = "", .help = "CSV without its first line"});
  line->flag({.names = "--color",
              .value = "WHEN",
              .help = "colour by warp: auto (default: on a terminal), always, never"});
}

namespace {

std::optional<Format> format_named(std::string_view name) {
  if (name == "table") return Format::table;
  if (name == "csv") return Format::csv;
  if (name == "json") return Format::json;
  if (name == "jsonl") return Format::jsonl;
  return std::nullopt;
}

std::string_view name_of(Format format) {
  constexpr std::array names{"table", "csv", "json", "jsonl"};
  return names[static_cast<std::size_t>(format)];
}

std::optional<Format> read_format(const CommandLine& line) {
  const auto named = line.get("--format");
  const std::array<std::string_view, 3> flags{"--format", "--csv", "--json"};
  std::vector<std::string_view> given;
  for (std::string_view flag : flags) {
    if (line.given(flag)) given.push_back(flag);
  }
  if (given.size() > 1) {
    throw Error(fmt::format("{} and {} both set the format", given[0], given[1]));
  }
  if (line.given("--csv")) return Format::csv;
  if (line.given("--json")) return Format::json;
  if (!named) return std::nullopt;
  const auto format = format_named(*named);
  if (!format) {
    throw Error(fmt::format("--format {} is none of table, csv, json, jsonl", printable(*named)));
  }
  return format;
}

bool wants_colour(std::string_view when, const Dress& dress) {
  if (when == "always") return true;
  if (when == "never") return false;
  if (when != "auto") {
    throw Error(fmt::format("--color {} is none of auto, always, never", printable(when)));
  }
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return (no_colour == nullptr || *no_colour == '\0') && !dumb && Output(dress.path).is_terminal();
}

std::size_t digits(Int value) { return fmt::formatted_size("{}", value); }

}  // namespace

void only_in_table(const CommandLine& line, const Dress& dress, std::string_view flag) {
  if (line.given(flag) && dress.format != Format::table) {
    throw Error(fmt::format("{} has no meaning for {}: it is for tables", flag,
                            name_of(dress.format)));
  }
}

Dress read_dress(const CommandLine& line) {
  Dress dress;
  if (const auto path = line.get("-o")) {
    if (path->empty()) throw Error("-o needs the name of a file");
    dress.path = *path;
    const std::size_t dot = dress.path.rfind('.');
    if (dot != std::string::npos) {
      dress.format = format_named(dress.path.substr(dot + 1)).value_or(Format::table);
    }
  }
  dress.format = read_format(line).value_or(dress.format);
  if (line.given("--no-header") && dress.format != Format::csv) {
    throw Error(fmt::format("--no-header has no meaning for {}: it is for csv",
                            name_of(dress.format)));
  }
  dress.header = !line.given("--no-header");
  only_in_table(line, dress, "--color");
  dress.colour =
      wants_colour(line.get("--color").value_or("auto"), dress) && dress.format == Format::table;
  return dress;
}

Report::Report(Dress dress, std::string command, const Subject& subject)
    : dress_(std::move(dress)),
      command_(std::move(command)),
      subject_(&subject),
      output_(dress_.path) {}

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
  switch (dress_.format) {
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
      for (std::size_t i = 0; dress_.header && i < columns_.size(); ++i) {
        output_.print("{}{}", i == 0 ? "" : ",", columns_[i].name);
      }
      if (dress_.header) output_.character('\n');
      break;
    case Format::json:
      output_.print("{{\n  \"command\": \"{}\",\n  \"layout\": {},\n  \"shape\": {},\n  \"rows\": [",
                    command_, to_json(subject_->description), to_json(subject_->shape));
      [[fallthrough]];
    case Format::jsonl:
      for (const Column& column : columns_) {
        prefixes_.push_back(fmt::format("{}\"{}\": ", prefixes_.empty() ? "{" : ", ", column.name));
      }
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
    }
  }
  open(std::move(columns), about);
  for (const std::vector<Value>& values : rows) row(values);
}

namespace {

/// The value as CSV and JSON have it; `none` stands for a cell that does not apply.
void put(Output* output, const Value& value, std::string_view none) {
  if (const Int* number = std::get_if<Int>(&value)) {
    output->number(*number);
  } else if (const double* fraction = std::get_if<double>(&value)) {
    output->print("{}", *fraction);
  } else if (const bool* truth = std::get_if<bool>(&value)) {
    output->text(*truth ? "true" : "false");
  } else {
    output->text(none);
  }
}

/// The value as a table has it.
std::string in_table(Column::Kind kind, const Value& value) {
  if (const Int* number = std::get_if<Int>(&value)) return fmt::format_int(*number).str();
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const double* fraction = std::get_if<double>(&value)) {
    constexpr double hundred = 100;
    return kind == Column::Kind::percent ? fmt::format("{:.1f}%", *fraction * hundred)
                                         : fmt::format("{:.4g}", *fraction);
  }
  return "";
}

}  // namespace

void Report::row(std::span<const Value> values) {
  switch (dress_.format) {
    case Format::table:
      if (dress_.colour && warp_column_ >= 0) {
        paint(std::get<Int>(values[static_cast<std::size_t>(warp_column_)]));
      }
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) output_.text("  ");
        output_.padded(in_table(columns_[i].kind, values[i]), widths_[i]);
      }
      if (warp_column_ >= 0) plain();
      break;
    case Format::csv:
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) output_.character(',');
        put(&output_, values[i], "");
      }
      break;
    case Format::json:
      output_.text(any_row_ ? ",\n    " : "\n    ");
      [[fallthrough]];
    case Format::jsonl:
      for (std::size_t i = 0; i < values.size(); ++i) {
        output_.text(prefixes_[i]);
        put(&output_, values[i], "null");
      }
      output_.character('}');
      break;
  }
  if (dress_.format != Format::json) output_.character('\n');
  any_row_ = true;
}

void Report::close(const std::vector<Figure>& summary, const std::vector<std::string>& notes) {
  if (dress_.format == Format::table) {
    for (std::size_t i = 0; i < summary.size(); ++i) {
      output_.print("{}{} {}", i == 0 ? "" : ", ", summary[i].name,
                    in_table(summary[i].kind, summary[i].value));
    }
    if (!summary.empty()) output_.character('\n');
    for (const std::string& note : notes) output_.print("note: {}\n", note);
    for (const std::string& refusal : refused_by_triton(subject_->description, subject_->shape)) {
      output_.print("note: {}\n", refusal);
    }
  }
  if (dress_.format == Format::json) {
    output_.text(any_row_ ? "\n  ],\n  \"summary\": {" : "],\n  \"summary\": {");
    for (std::size_t i = 0; i < summary.size(); ++i) {
      output_.print("{}\"{}\": ", i == 0 ? "" : ", ", summary[i].name);
      put(&output_, summary[i].value, "null");
    }
    output_.text("}\n}\n");
  }
  output_.flush();
}

void Report::paint(Int warp) {
  if (!dress_.colour) return;
  constexpr Int colours = 6;  // red to cyan, readable on dark and on light
  output_.print("\x1b[{}m", 31 + warp % colours);
}

void Report::plain() {
  if (dress_.colour) output_.text("\x1b[0m");
}

void Report::end_line() {
  plain();
  output_.character('\n');
}

}  // namespace layoutq
