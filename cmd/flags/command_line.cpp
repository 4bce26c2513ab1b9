#include "cmd/flags/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

// No other file includes CLI11, because its header takes seconds to compile.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cassert>
#include <cstdint>

#include "cmd/closest.h"
#include "cmd/error.h"
#include "cmd/flags/read.h"

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

/// Returns the flag called `name` among a command line's entries, or nullptr.
template <class Entries>
auto* find_flag(Entries& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
    return entry.kind == CommandLine::Entry::Kind::flag &&
           (is_among(name, entry.text.names) || is_among(name, entry.text.also));
  });
  return found == entries.end() ? nullptr : &*found;
}

/// True for "-o" and "--order=0,1". A minus alone means standard input, and a minus before a digit
/// begins a number.
bool looks_like_flag(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && !('0' <= word[1] && word[1] <= '9');
}

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
  throw Error(fmt::format("unexpected argument {}: {} takes only flags", printable(words_.front()),
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

/// Declares the flag to CLI11, which then stores the values in `flag->values`.
void CommandLine::add_to(CLI::App* app, Entry* flag) {
  std::string names(flag->text.names);
  if (!flag->text.also.empty()) names.append(",").append(flag->text.also);
  if (flag->text.value.empty()) {
    app->add_flag_function(std::move(names), [flag](std::int64_t times) {
      flag->values.assign(static_cast<std::size_t>(times), "");
    });
    return;
  }
  const auto keep = [flag](const CLI::results_t& values) {
    flag->values = values;
    return true;
  };
  // Each occurrence takes one value. check_values() refuses repetitions, with a better error.
  app->add_option(std::move(names), keep)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// Throws Error for `--flag=` without a value, and for `--flag=VALUE` if the flag takes no value.
/// CLI11 would take the next argument as the value of the first, and read the second as a count.
void CommandLine::check_joined_value(std::string_view argument) const {
  const std::size_t equals = argument.find('=');
  if (!argument.starts_with("--") || equals == std::string_view::npos) return;
  const Entry* flag = find_flag(entries_, argument.substr(0, equals));
  if (flag != nullptr && flag->text.value.empty()) {
    throw Error(fmt::format("{} takes no value", first_name(flag->text)));
  }
  if (flag != nullptr && equals + 1 == argument.size()) {
    throw Error(fmt::format("{} needs a value", printable(argument)));
  }
}

void CommandLine::check_values() const {
  for (const Entry& entry : entries_) {
    if (entry.values.empty()) continue;
    const std::string_view name = first_name(entry.text);
    for (const std::string& value : entry.values) {
      if (!value.starts_with("--")) continue;
      throw Error(fmt::format("{} needs a value, but {} follows{}", name, printable(value),
                              hint_of(entry.text)));
    }
    if (entry.values.size() > 1 && !entry.text.repeats) {
      throw Error(fmt::format("{} is given twice", name));
    }
  }
}

bool CommandLine::parse(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  for (auto argument = arguments.begin(); argument != end; ++argument) {
    if (*argument == "--help" || *argument == "-h") return false;
    check_joined_value(*argument);
  }
  CLI::App app;
  // CommandLine prints the help itself, and finds the unknown flags among the extra arguments.
  app.set_help_flag();
  app.allow_extras();
  for (Entry& entry : entries_) {
    if (entry.kind == Entry::Kind::flag) add_to(&app, &entry);
  }
  try {
    // CLI11 expects the arguments in reverse order.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch&) {
    // Only the last flag can lack its value. In a group such as -qo that is the last letter.
    std::string name = arguments.back();
    if (!name.starts_with("--")) name = {'-', name.back()};
    const Entry* flag = find_flag(entries_, name);
    throw Error(fmt::format("{} needs a value{}", printable(name),
                            flag == nullptr ? "" : hint_of(flag->text)));
  } catch (const CLI::ParseError& error) {
    throw Error(printable(error.what()));
  }
  check_values();
  bool only_words = false;
  for (std::string& word : app.remaining()) {
    if (word == "--" && !only_words) {
      only_words = true;
    } else if (!only_words && looks_like_flag(word)) {
      throw_unknown(word.substr(0, word.find('=')));
    } else {
      words_.push_back(std::move(word));
    }
  }
  return true;
}

void not_both(const CommandLine& line, std::string_view other,
              std::initializer_list<std::string_view> flags) {
  for (std::string_view flag : flags) {
    if (!line.given(flag)) continue;
    throw Error(fmt::format("{} and {} exclude each other: give only one of them", other, flag));
  }
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
