#include "cmd/flags/output_flags.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "cmd/error.h"
#include "cmd/flags/read.h"

namespace layoutq {

void add_output_flags(CommandLine* line) {
  line->group("Output");
  line->flag({.names = "--format", .value = "F", .help = "table (default), csv, json or jsonl"});
  line->words("--csv, --json", "short for --format csv, --format json");
  line->flag({.names = "--csv", .value = "", .help = ""});
  line->flag({.names = "--json", .value = "", .help = ""});
  line->flag({.names = "-o,--output",
              .value = "FILE",
              .help = "a file (default: stdout); .csv sets the format"});
  line->flag({.names = "--no-header", .value = "", .help = "CSV without its first line"});
  line->flag({.names = "--assert",
              .value = "'COLUMN OP VALUE'",
              .help = "exit 1 unless each row fulfils it, as in\n'copies == 1'; repeatable",
              .repeats = true});
  line->flag({.names = "--color",
              .value = "WHEN",
              .help = "colour by warp: auto (default), always, never"});
}

namespace {

/// In the order of Format.
constexpr std::array<std::string_view, 5> names{"table", "csv", "json", "jsonl", "triton"};

std::string_view name_of(Format format) { return names[static_cast<std::size_t>(format)]; }

/// What a file's name says of its format.
Format format_of(std::string_view path) {
  for (std::size_t i = 0; i < names.size() - 1; ++i) {
    if (path.ends_with(fmt::format(".{}", names[i]))) return static_cast<Format>(i);
  }
  return Format::table;
}

std::optional<Format> read_format(const CommandLine& line, bool with_triton) {
  std::vector<std::string_view> given;
  for (std::string_view flag : {"--format", "--csv", "--json"}) {
    if (line.given(flag)) given.push_back(flag);
  }
  if (given.size() > 1) {
    throw Error(fmt::format("{} and {} both set the format", given[0], given[1]));
  }
  if (line.given("--csv")) return Format::csv;
  if (line.given("--json")) return Format::json;
  if (const auto name = line.get("--format")) {
    if (with_triton && *name == names.back()) return Format::triton;
    return read_choice<Format>("--format", *name,
                               {{names[0], Format::table},
                                {names[1], Format::csv},
                                {names[2], Format::json},
                                {names[3], Format::jsonl}});
  }
  return std::nullopt;
}

bool wants_colour(const CommandLine& line, const OutputOptions& options) {
  enum class When { automatic, always, never };
  const When when = read_choice<When>(
      "--color", line.get("--color").value_or("auto"),
      {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}});
  if (when != When::automatic) return when == When::always;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return (no_colour == nullptr || *no_colour == '\0') && !dumb && options.path.empty() &&
         ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace

void only_in_table(const CommandLine& line, const OutputOptions& options, std::string_view flag) {
  if (line.given(flag) && options.format != Format::table) {
    throw Error(
        fmt::format("{} has no meaning for {}: it is for tables", flag, name_of(options.format)));
  }
}

OutputOptions read_output_options(const CommandLine& line, bool with_triton) {
  OutputOptions options;
  if (const auto path = line.get("-o")) {
    if (path->empty()) throw Error("-o needs the name of a file");
    if (*path != "-") options.path = *path;
    options.format = format_of(options.path);
  }
  options.format = read_format(line, with_triton).value_or(options.format);
  if (line.given("--no-header") && options.format != Format::csv) {
    throw Error(
        fmt::format("--no-header has no meaning for {}: it is for csv", name_of(options.format)));
  }
  options.header = !line.given("--no-header");
  for (const std::string& text : line.all("--assert")) {
    options.assertions.push_back(read_assertion(text));
  }
  only_in_table(line, options, "--color");
  options.colour = wants_colour(line, options) && options.format == Format::table;
  return options;
}

}  // namespace layoutq
