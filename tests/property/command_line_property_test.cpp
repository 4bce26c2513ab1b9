#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cmd/error.h"
#include "cmd/flags/command_line.h"

namespace layoutq {

namespace {

/// The contents of a command line: the values of each flag by its first name, and the words.
struct Contents {
  std::map<std::string, std::vector<std::string>> flags;
  std::vector<std::string> words;

  friend bool operator==(const Contents&, const Contents&) = default;
};

const FlagText flags[] = {{.names = "--spt,--size-per-thread", .value = "LIST"},
                          {.names = "--slice", .value = "DIM", .repeats = true},
                          {.names = "-o,--output", .value = "FILE"},
                          {.names = "-l", .value = "TEXT"},
                          {.names = "--csv"},
                          {.names = "-q,--quiet"},
                          {.names = "-x"}};

std::string first_of(const FlagText& text) { return std::string(text.listed_names().front()); }

/// Returns nullopt if the arguments are refused.
std::optional<Contents> read_by_program(const std::vector<std::string>& arguments) {
  CommandLine line("try [flags]", "", {});
  for (const FlagText& text : flags) line.flag(text);
  try {
    line.parse(arguments);
  } catch (const Error&) {
    return std::nullopt;
  }
  Contents contents{{}, line.words()};
  for (const FlagText& text : flags) {
    if (line.given(first_of(text))) contents.flags[first_of(text)] = line.all(first_of(text));
  }
  return contents;
}

const FlagText* find(const std::string& name) {
  for (const FlagText& text : flags) {
    for (std::string_view one : text.listed_names()) {
      if (one == name) return &text;
    }
  }
  return nullptr;
}

/// Reads the same from the grammar alone: short flags may be joined, a value follows or is joined,
/// and only words follow "--". Shares no code with CommandLine.
std::optional<Contents> read_by_hand(std::vector<std::string> left) {
  Contents contents;
  while (!left.empty()) {
    std::string word = left.front();
    left.erase(left.begin());
    if (word == "--") {
      contents.words.insert(contents.words.end(), left.begin(), left.end());
      break;
    }
    if (word.size() < 2 || word[0] != '-' || std::isdigit(word[1]) != 0) {
      contents.words.push_back(word);
      continue;
    }
    const bool is_long = word.starts_with("--");
    const std::size_t end = is_long ? std::min(word.find('='), word.size()) : 2;
    const FlagText* flag = find(word.substr(0, end));
    if (flag == nullptr) return std::nullopt;
    std::optional<std::string> joined;
    if (end < word.size()) joined = word.substr(is_long ? end + 1 : end);
    if (flag->value.empty()) {
      if (joined && is_long) return std::nullopt;
      if (joined) left.insert(left.begin(), "-" + *joined);
      joined = "";
    } else if (!joined) {
      if (left.empty()) return std::nullopt;
      joined = left.front();
      left.erase(left.begin());
    } else if (joined->empty()) {
      return std::nullopt;
    }
    std::vector<std::string>& values = contents.flags[first_of(*flag)];
    if (joined->starts_with("--") || (!values.empty() && !flag->repeats)) return std::nullopt;
    values.push_back(*joined);
  }
  return contents;
}

}  // namespace

TEST_CASE("random command lines are read or refused as the grammar of flags says") {
  const std::vector<std::string> parts{"--spt",       "--size-per-thread",
                                       "--spt=1,4",   "--output=f",
                                       "--slice",     "--slice=1",
                                       "-o",          "-ofile",
                                       "-l",          "-l#mma",
                                       "--csv",       "-q",
                                       "-qx",         "-xqo",
                                       "-qof",        "--quiet",
                                       "9,6",         "[1, 4]",
                                       "-",           "-1",
                                       "#mma",        "",
                                       "--spt=",      "--frob",
                                       "-o=f",        "x=y",
                                       "--csv=1",     "-z",
                                       "--slice=x=y", "--",
                                       "-q1"};
  std::mt19937 random(7);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::string> arguments(random() % 6);
    for (std::string& argument : arguments) argument = parts[random() % parts.size()];
    std::string shown;
    for (const std::string& argument : arguments) shown += argument + " | ";
    CAPTURE(shown);
    const auto expected = read_by_hand(arguments);
    CHECK(read_by_program(arguments) == expected);
    if (expected) ++accepted;
  }
  CHECK(accepted > 4000);
}

}  // namespace layoutq
