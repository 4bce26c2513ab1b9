#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/flags/assertions.h"
#include "cmd/flags/command_line.h"
#include "cmd/report/palette.h"

namespace layoutq {

/// `triton` is what Triton's own triton-tensor-layout prints; `svg` is a picture, `html` a page to
/// explore it.
enum class Format { table, csv, json, jsonl, triton, svg, html };

/// `table`, `csv`, …
std::string_view name_of(Format format);

/// Formats that not every subcommand has.
struct FurtherFormats {
  bool triton = false;
  bool pictures = false;  ///< svg and html
};

inline constexpr FurtherFormats with_pictures{.pictures = true};
inline constexpr FurtherFormats all_formats{.triton = true, .pictures = true};

/// The form of an answer, and where it goes.
struct OutputOptions {
  Format format = Format::table;
  bool header = true;  ///< of CSV
  ColourDepth colour = ColourDepth::none;
  std::string path;  ///< empty for standard output
  /// How many characters a line of the terminal has that the answer goes to; nothing otherwise.
  std::optional<Int> line_width = std::nullopt;
  std::vector<Assertion> assertions;

  bool is_picture() const { return format == Format::svg || format == Format::html; }
};

/// Declares the flags that tell it: the same for every subcommand but for its further formats.
void add_output_flags(CommandLine* line, FurtherFormats further = {});
/// Reads them. Error for a value that is none, and for a flag that has no meaning for the format.
OutputOptions read_output_options(const CommandLine& line, FurtherFormats further = {});
/// Error unless the format is a table, where the flag is given: it has no meaning for another.
void only_in_table(const CommandLine& line, const OutputOptions& options, std::string_view flag);

}  // namespace layoutq
