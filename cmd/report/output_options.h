#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/report/assertion.h"
#include "cmd/report/palette.h"

namespace layoutq {

/// The format of an answer. `triton` is the text that Triton's triton-tensor-layout prints, `svg` a
/// picture, and `html` an interactive page.
enum class Format { table, csv, json, jsonl, triton, svg, html };

/// The names of the formats, in the order of Format, as --format takes them.
inline constexpr std::array<std::string_view, 7> format_names{"table",  "csv", "json", "jsonl",
                                                              "triton", "svg", "html"};

/// Returns the name of a format: "table", "csv", …
inline std::string_view name_of(Format format) {
  return format_names[static_cast<std::size_t>(format)];
}

/// The format of an answer, and where it is written.
struct OutputOptions {
  Format format = Format::table;
  bool header = true;  ///< whether CSV begins with a header line
  ColourDepth colour = ColourDepth::none;
  std::string path;  ///< empty for standard output
  /// The width of the terminal in characters, or nullopt if the answer does not go to a terminal.
  std::optional<Int> line_width = std::nullopt;
  std::vector<Assertion> assertions;

  bool is_picture() const { return format == Format::svg || format == Format::html; }
};

}  // namespace layoutq
