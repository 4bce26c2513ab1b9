#include "cmd/flags/output_flags.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "cmd/error.h"
#include "cmd/flags/assertions.h"
#include "cmd/flags/read.h"

namespace layoutq {

void add_output_flags(CommandLine* line, FurtherFormats further) {
  line->group("Output");
  FlagText format{.names = "--format",
                  .value = "F",
                  .help = "table (default), csv, json or jsonl",
                  .choices = "table csv json jsonl"};
  if (further.pictures) {
    format.help =
        "table (default), csv, json or jsonl;\nsvg for a picture, html for a page to explore";
    format.choices = "table csv json jsonl svg html";
  }
  if (further.triton) {
    format.help =
        "table (default), csv, json or jsonl;\nsvg for a picture, html for a page to explore;\n"
        "triton for the text of triton-tensor-layout";
    format.choices = "table csv json jsonl svg html triton";
  }
  line->flag(format);
  line->flag({.names = "--csv", .value = "", .help = "same as --format csv"});
  line->flag({.names = "--json", .value = "", .help = "same as --format json"});
  line->flag({.names = "-o,--output",
              .value = "FILE",
              .help = "write to this file; its suffix, as in .csv,\nsets the format (default: "
                      "standard output)",
              .files = true});
  line->flag({.names = "--no-header", .value = "", .help = "leave out the header line of CSV"});
  line->flag(
      {.names = "--assert",
       .value = "'COLUMN OP VALUE'",
       .help = "exit with 1 unless this holds for every row,\nas in 'copies == 1'; repeatable",
       .repeats = true});
  line->flag({.names = "--color",
              .value = "WHEN",
              .help = "when to colour a table: auto (default), always\nor never",
              .choices = "auto always never"});
}

namespace {

/// Returns the format that belongs to a file's suffix, or Format::table if there is none. Throws
/// Error for the suffix of a picture that layoutq cannot write.
Format format_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return Format::table;
  std::string suffix(path.substr(dot + 1));
  for (char& c : suffix) c = 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (std::string_view other : {"png", "pdf", "eps", "jpg", "jpeg", "gif", "webp"}) {
    if (suffix != other) continue;
    throw Error(
        fmt::format("-o {}: layoutq does not write {}, but rsvg-convert makes it from an .svg",
                    printable(path), suffix));
  }
  if (suffix == "htm") return Format::html;
  for (Format format : {Format::csv, Format::json, Format::jsonl, Format::svg, Format::html}) {
    if (suffix == name_of(format)) return format;
  }
  return Format::table;
}

std::optional<Format> read_format(const CommandLine& line, FurtherFormats further) {
  if (line.given("--format")) not_both(line, "--format", {"--csv", "--json"});
  if (line.given("--csv")) not_both(line, "--csv", {"--json"});
  if (line.given("--csv")) return Format::csv;
  if (line.given("--json")) return Format::json;
  const auto name = line.get("--format");
  if (!name) return std::nullopt;
  std::vector<std::string_view> choices;
  for (std::size_t i = 0; i < format_names.size(); ++i) {
    const auto format = static_cast<Format>(i);
    const bool picture = format == Format::svg || format == Format::html;
    const bool offered = format == Format::triton ? further.triton : !picture || further.pictures;
    // read_output_options() refuses a picture with an error of its own.
    if (*name == format_names[i] && (offered || picture)) return format;
    if (offered) choices.push_back(format_names[i]);
  }
  throw_no_choice("--format", *name, choices);
}

/// True if the answer is a table that goes to a terminal.
bool on_terminal(const OutputOptions& options) {
  return options.format == Format::table && options.path.empty() && ::isatty(STDOUT_FILENO) == 1;
}

/// Returns the number of colours that the environment says the terminal has.
ColourDepth terminal_depth() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const std::string_view colours = variable("COLORTERM");
  if (colours == "truecolor" || colours == "24bit") return ColourDepth::direct;
  return variable("TERM").find("256") != std::string_view::npos ? ColourDepth::indexed
                                                                : ColourDepth::basic;
}

ColourDepth read_colour(const CommandLine& line, const OutputOptions& options) {
  enum class When { automatic, always, never };
  const When when = read_choice<When>(
      "--color", line.get("--color").value_or("auto"),
      {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}});
  if (when == When::never) return ColourDepth::none;
  if (when == When::automatic) {
    const char* no_colour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    const bool unwanted = no_colour != nullptr && *no_colour != '\0';
    if (unwanted || dumb || !on_terminal(options)) return ColourDepth::none;
  }
  return terminal_depth();
}

std::optional<Int> line_width_of_terminal() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

}  // namespace

void only_in_table(const CommandLine& line, const OutputOptions& options, std::string_view flag) {
  if (line.given(flag) && options.format != Format::table) {
    throw Error(fmt::format("{} works only with --format table", flag));
  }
}

OutputOptions read_output_options(const CommandLine& line, FurtherFormats further) {
  OutputOptions options;
  if (const auto path = line.get("-o")) {
    if (path->empty()) throw Error("-o needs the name of a file, or - for standard output");
    if (*path != "-") options.path = *path;
  }
  const auto format = read_format(line, further);
  options.format = format ? *format : format_of(options.path);
  if (options.is_picture() && !further.pictures) {
    throw Error(
        fmt::format("this answer has no picture, so it cannot be {}: use table, csv, json or "
                    "jsonl",
                    name_of(options.format)));
  }
  if (line.given("--no-header") && options.format != Format::csv) {
    throw Error("--no-header works only with --format csv");
  }
  options.header = !line.given("--no-header");
  for (const std::string& text : line.all("--assert")) {
    options.assertions.push_back(read_assertion(text));
  }
  only_in_table(line, options, "--color");
  if (options.format == Format::table) options.colour = read_colour(line, options);
  if (on_terminal(options)) options.line_width = line_width_of_terminal();
  return options;
}

}  // namespace layoutq
