#include "cmd/flags/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

// CLI11's own App stays out: it keeps streams and locales in the program, a third of its size and
// half of its start. The tests hold what is read here against App.
#include <CLI/Split.hpp>
#include <algorithm>
#include <cassert>
#include <utility>

#include "cmd/error.h"
#include "cmd/flags/closest.h"
#include "cmd/flags/read.h"
#include "cmd/report/output.h"

namespace layoutq {

namespace {

std::vector<std::string_view> split(std::string_view names) {
  std::vector<std::string_view> split;
  while (!names.empty()) {
    split.push_back(names.substr(0, names.find(',')));
    names.remove_prefix(std::min(split.back().size() + 1, names.size()));
  }
  return split;
}

bool is_among(std::string_view name, std::string_view names) {
  for (std::size_t at = names.find(name); at != std::string_view::npos;
       at = names.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool starts = at == 0 || names[at - 1] == ',';
    if (starts && (end == names.size() || names[end] == ',')) return true;
  }
  return false;
}

std::string_view first_name(const FlagText& text) {
  return text.names.substr(0, text.names.find(','));
}

std::string hint_of(const FlagText& text) {
  return text.hint.empty() ? "" : fmt::format(" ({})", text.hint);
}

/// The flag of that name among a command line's entries, or nullptr.
template <class Entries>
auto* find_flag(Entries& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
    return entry.kind == CommandLine::Entry::Kind::flag &&
           (is_among(name, entry.text.names) || is_among(name, entry.text.also));
  });
  return found == entries.end() ? nullptr : &*found;
}

/// A minus before a digit or alone is somebody's number or standard input.
bool is_flag(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && !('0' <= word[1] && word[1] <= '9');
}

/// A flag as it stands on a command line: --order=0,1, --csv, -o, -oFILE.
struct Written {
  explicit Written(const std::string& argument) {
    is_long = CLI::detail::split_long(argument, name, value);
    if (!is_long && !CLI::detail::split_short(argument, name, value)) name = argument;
    name.insert(0, is_long ? "--" : name == argument ? "" : "-");
    has_value = argument.size() > name.size();
  }

  std::string name;   ///< with its minus signs
  std::string value;  ///< behind the sign or the letter
  bool is_long;
  bool has_value;  ///< perhaps an empty one
};

}  // namespace

std::vector<std::string_view> FlagText::listed_names() const { return split(names); }

std::string CommandLine::Entry::left() const {
  if (kind != Kind::flag) return std::string(text.names);
  const std::string left = fmt::format("{}", fmt::join(text.listed_names(), ", "));
  return text.value.empty() ? left : fmt::format("{} {}", left, text.value);
}

std::string CommandLine::Entry::right() const {
  if (text.by_default.empty()) return std::string(text.help);
  const char* const between = text.help.ends_with('\n') ? "" : " ";
  return fmt::format("{}{}(default: {})", text.help, between, text.by_default);
}

CommandLine::CommandLine(std::string_view usage, std::string_view about,
                         std::initializer_list<std::string_view> examples)
    : usage_(usage), about_(about), examples_(examples) {
  constexpr std::size_t usual = 48;
  entries_.reserve(usual);
}

void CommandLine::group(std::string_view title) {
  entries_.push_back({Entry::Kind::heading, {.names = title}, {}});
}

void CommandLine::words(std::string_view name, std::string_view help, bool files) {
  entries_.push_back({Entry::Kind::words, {.names = name, .help = help, .files = files}, {}});
}

void CommandLine::flag(const FlagText& text) { entries_.push_back({Entry::Kind::flag, text, {}}); }

const std::vector<std::string>& CommandLine::all(std::string_view name) const {
  const Entry* flag = find_flag(entries_, name);
  assert(flag != nullptr);
  return flag->values;
}

std::optional<std::string_view> CommandLine::get(std::string_view name) const {
  const auto& values = all(name);
  if (values.empty()) return std::nullopt;
  return values.front();
}

void CommandLine::no_words() const {
  if (words_.empty()) return;
  throw Error(fmt::format("{} is one word too many: {} takes flags only", printable(words_.front()),
                          subcommand()));
}

void CommandLine::throw_unknown(std::string_view name) const {
  std::vector<std::string_view> names{"--help"};
  for (const Entry& entry : entries_) {
    if (entry.kind != Entry::Kind::flag) continue;
    for (std::string_view some : {entry.text.names, entry.text.also}) {
      for (std::string_view one : split(some)) names.push_back(one);
    }
  }
  const auto meant = name == "--help" ? std::nullopt : closest(name, names);
  throw Error(fmt::format("unknown flag {} ({})", printable(name),
                          meant ? fmt::format("did you mean {}?", *meant)
                          : subcommand() == "LAYOUT"
                              ? "layoutq --help lists the subcommands"
                              : fmt::format("layoutq {} --help lists the flags", subcommand())));
}

bool CommandLine::parse(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  if (std::any_of(arguments.begin(), end,
                  [](const std::string& word) { return word == "--help" || word == "-h"; })) {
    Output output("");
    output.text(help());
    output.flush();
    return false;
  }
  // What is left of several letters behind one minus.
  std::string letters;
  for (auto at = arguments.begin(); at != arguments.end() || !letters.empty();) {
    const std::string argument = letters.empty() ? *at++ : std::exchange(letters, "");
    if (argument == "--") {
      words_.insert(words_.end(), at, arguments.end());
      break;
    }
    if (!is_flag(argument)) {
      words_.push_back(argument);
      continue;
    }
    Written written(argument);
    Entry* flag = find_flag(entries_, written.name);
    if (flag == nullptr) throw_unknown(argument.substr(0, argument.find('=')));
    const std::string_view name = first_name(flag->text);
    if (!flag->values.empty() && !flag->text.repeats) {
      throw Error(fmt::format("{} is given twice", name));
    }
    if (flag->text.value.empty()) {
      if (written.has_value && written.is_long) {
        throw Error(fmt::format("{} takes no value", name));
      }
      flag->values.emplace_back();
      if (written.has_value) letters = "-" + written.value;
      continue;
    }
    if (!written.has_value) {
      if (at == arguments.end()) {
        throw Error(fmt::format("{} needs a value{}", printable(argument), hint_of(flag->text)));
      }
      written.value = *at++;
      if (written.value.starts_with("--")) {
        throw Error(fmt::format("{} needs a value, but {} follows{}", name,
                                printable(written.value), hint_of(flag->text)));
      }
    } else if (written.value.empty()) {
      throw Error(fmt::format("{} has no value", printable(argument)));
    }
    flag->values.push_back(std::move(written.value));
  }
  return true;
}

std::string CommandLine::help() const {
  std::string text = fmt::format("Usage: layoutq {}\n{}\n", usage_, about_);
  std::size_t width = 0;
  for (const Entry& entry : entries_) {
    if (entry.kind != Entry::Kind::heading) width = std::max(width, entry.left().size());
  }
  for (const Entry& entry : entries_) {
    if (entry.kind == Entry::Kind::heading) {
      text += fmt::format("{}:\n", entry.left());
      continue;
    }
    std::string left = entry.left();
    const std::string whole = entry.right();
    std::string_view right = whole;
    while (!right.empty()) {
      const std::size_t line_end = std::min(right.find('\n'), right.size());
      text += fmt::format("  {:<{}}  {}\n", left, width, right.substr(0, line_end));
      right.remove_prefix(std::min(line_end + 1, right.size()));
      left.clear();
    }
  }
  text += "Examples:\n";
  for (std::string_view example : examples_) text += fmt::format("  {}\n", example);
  return text;
}

}  // namespace layoutq
