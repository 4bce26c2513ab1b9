#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cmd/error.h"
#include "cmd/flags/command_line.h"

namespace layoutq {

namespace {

/// What a command line says: the values of each flag by its first name, and the words.
struct Said {
  std::map<std::string, std::vector<std::string>> flags;
  std::vector<std::string> words;
};

const FlagText flags[] = {{.names = "--spt,--size-per-thread", .value = "LIST"},
                          {.names = "--slice", .value = "DIM", .repeats = true},
                          {.names = "-o,--output", .value = "FILE"},
                          {.names = "-l", .value = "TEXT"},
                          {.names = "--csv"},
                          {.names = "-q,--quiet"},
                          {.names = "-x"}};

std::string first_of(const FlagText& text) { return std::string(text.listed_names().front()); }

/// Nothing where it is refused.
std::optional<Said> read_here(const std::vector<std::string>& arguments) {
  CommandLine line("try [flags]", "", {});
  for (const FlagText& text : flags) line.flag(text);
  try {
    line.parse(arguments);
  } catch (const Error&) {
    return std::nullopt;
  }
  Said said{{}, line.words()};
  for (const FlagText& text : flags) {
    if (line.given(first_of(text))) said.flags[first_of(text)] = line.all(first_of(text));
  }
  return said;
}

/// By CLI11's App, unknown flags among the words.
std::optional<Said> read_by_app(const std::vector<std::string>& arguments) {
  CLI::App app;
  app.allow_extras();
  app.set_help_flag();
  Said said;
  for (const FlagText& text : flags) {
    const std::string name = first_of(text);
    if (text.value.empty()) {
      app.add_flag_function(std::string(text.names), [&said, name](std::int64_t times) {
        said.flags[name].assign(static_cast<std::size_t>(times), "");
      });
      continue;
    }
    app.add_option(std::string(text.names),
                   [&said, name](const CLI::results_t& values) {
                     said.flags[name] = values;
                     return true;
                   })
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError&) {
    return std::nullopt;
  }
  said.words = app.remaining();
  return said;
}

}  // namespace

TEST_CASE("a command line says what CLI11's App reads from it") {
  const std::vector<std::string> parts{"--spt",      "--size-per-thread",
                                       "--spt=1,4",  "--output=f",
                                       "--slice",    "--slice=1",
                                       "-o",         "-ofile",
                                       "-l",         "-l#mma",
                                       "--csv",      "-q",
                                       "-qx",        "-xqo",
                                       "-qof",       "--quiet",
                                       "9,6",        "[1, 4]",
                                       "-",          "-1",
                                       "#mma",       "",
                                       "--spt=",     "--frob",
                                       "-o=f",       "x=y",
                                       "--csv=1",    "-z",
                                       "--slice=x=y"};
  std::mt19937 random(7);
  int same = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::string> arguments(random() % 6);
    for (std::string& argument : arguments) argument = parts[random() % parts.size()];
    const auto here = read_here(arguments);
    // App takes more: unknown flags, flags that come twice, flags as values.
    if (!here) continue;
    const auto by_app = read_by_app(arguments);
    std::string shown;
    for (const std::string& argument : arguments) shown += argument + " | ";
    CAPTURE(shown);
    REQUIRE(by_app.has_value());
    CHECK(here->flags == by_app->flags);
    CHECK(here->words == by_app->words);
    ++same;
  }
  CHECK(same > 5000);
}

}  // namespace layoutq
