#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/flags/assertions.h"
#include "cmd/flags/command_line.h"
#include "cmd/report/palette.h"

namespace layoutq {

/// The format of an answer. `triton` is the text that Triton's triton-tensor-layout prints, `svg` a
/// picture, and `html` an interactive page.
enum class Format { table, csv, json, jsonl, triton, svg, html };

/// Returns the name that --format takes: "table", "csv", …
std::string_view name_of(Format format);

/// The formats that only some subcommands have.
struct FurtherFormats {
  bool triton = false;
  bool pictures = false;  ///< svg and html
};

inline constexpr FurtherFormats with_pictures{.pictures = true};
inline constexpr FurtherFormats all_formats{.triton = true, .pictures = true};

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

/// Declares the flags for it, which differ between subcommands only in the further formats.
void add_output_flags(CommandLine* line, FurtherFormats further = {});
/// Reads them. Throws Error for a wrong value, and for a flag that does not apply to the format.
OutputOptions read_output_options(const CommandLine& line, FurtherFormats further = {});
/// Throws Error if the flag is given and the format is not a table.
void only_in_table(const CommandLine& line, const OutputOptions& options, std::string_view flag);

}  // namespace layoutq
