#include "cmd/flags/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cassert>

#include "cmd/error.h"
#include "cmd/flags/read.h"
#include "cmd/report/output.h"

namespace layoutq {

namespace {

std::vector<std::string> split_names(std::string_view names) {
  std::vector<std::string> split;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    split.emplace_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return split;
}

/// Letters to insert, delete, replace or exchange with a neighbour to get from one word to the
/// other.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> table(from.size() + 1,
                                              std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const bool same = from[i - 1] == to[j - 1];
      table[i][j] = std::min(
          {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[from.size()][to.size()];
}

std::string hint_of(const FlagText& text) {
  return text.hint.empty() ? "" : fmt::format(" ({})", text.hint);
}

}  // namespace

std::optional<std::string> closest(std::string_view text,
                                   const std::vector<std::string>& candidates) {
  // A third of the letters may be wrong; longer words are no typing errors.
  constexpr std::size_t longest = 40;
  if (text.size() > longest) return std::nullopt;
  std::optional<std::string> best;
  std::size_t fewest = text.size();
  for (const std::string& candidate : candidates) {
    const std::size_t letters =
        candidate.size() - std::min(candidate.find_first_not_of('-'), candidate.size());
    const std::size_t count = edits(text, candidate);
    if (count < fewest && 3 * count <= letters) {
      fewest = count;
      best = candidate;
    }
  }
  return best;
}

CommandLine::CommandLine(std::string usage, std::string about, std::vector<std::string> examples)
    : app_(std::make_unique<CLI::App>()),
      usage_(std::move(usage)),
      about_(std::move(about)),
      examples_(std::move(examples)) {
  // Unknown words are told apart from unknown flags here, and help is written here.
  app_->allow_extras();
  app_->set_help_flag();
}

CommandLine::~CommandLine() = default;

void CommandLine::group(std::string title) { entries_.push_back({std::move(title), ""}); }

void CommandLine::words(std::string name, std::string help) {
  entries_.push_back({std::move(name), std::move(help)});
}

void CommandLine::flag(FlagText text) {
  if (!text.help.empty()) {
    entries_.push_back({fmt::format("{}{}{}", fmt::join(split_names(text.names), ", "),
                                    text.value.empty() ? "" : " ", text.value),
                        text.help});
  }
  const std::string every = text.also.empty() ? text.names : text.names + "," + text.also;
  Flag& flag = flags_.emplace_back(Flag{std::move(text), split_names(every), {}});
  if (flag.text.value.empty()) {
    app_->add_flag_function(every,
                            [&flag](std::int64_t times) {
                              flag.values.assign(static_cast<std::size_t>(times), "");
                            })
        ->disable_flag_override();
    return;
  }
  app_->add_option(every,
                   [&flag](const CLI::results_t& values) {
                     flag.values = values;
                     return true;
                   })
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

const CommandLine::Flag* CommandLine::find(std::string_view name) const {
  const auto found = std::find_if(flags_.begin(), flags_.end(), [&](const Flag& flag) {
    return std::find(flag.names.begin(), flag.names.end(), name) != flag.names.end();
  });
  return found == flags_.end() ? nullptr : &*found;
}

const std::vector<std::string>& CommandLine::all(std::string_view name) const {
  const Flag* flag = find(name);
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
                          usage_.substr(0, usage_.find(' '))));
}

bool CommandLine::parse(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  for (auto argument = arguments.begin(); argument != end; ++argument) {
    if (*argument == "--help" || *argument == "-h") {
      Output output("");
      output.text(help());
      output.flush();
      return false;
    }
    const std::size_t equals = argument->find('=');
    if (!argument->starts_with("--") || equals == std::string::npos) continue;
    const Flag* flag = find(argument->substr(0, equals));
    if (flag != nullptr && flag->text.value.empty()) {
      throw Error(fmt::format("{} takes no value", flag->names.front()));
    }
    // CLI11 would take the next argument for its value.
    if (equals == argument->size() - 1) {
      throw Error(fmt::format("{} has no value", printable(*argument)));
    }
  }
  try {
    app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch&) {
    const Flag* flag = find(arguments.back());
    throw Error(fmt::format("{} needs a value{}", printable(arguments.back()),
                            flag == nullptr ? "" : hint_of(flag->text)));
  } catch (const CLI::ParseError& error) {
    throw Error(printable(error.what()));
  }

  bool flags_end = false;
  for (const std::string& word : app_->remaining()) {
    // A minus before a digit or alone is somebody's number or standard input.
    const bool is_flag =
        !flags_end && word.size() > 1 && word[0] == '-' && !('0' <= word[1] && word[1] <= '9');
    if (word == "--" && !flags_end) {
      flags_end = true;
    } else if (is_flag) {
      std::vector<std::string> known{"--help"};
      for (const Flag& flag : flags_)
        known.insert(known.end(), flag.names.begin(), flag.names.end());
      const std::string name = word.substr(0, word.find('='));
      const auto meant = name == "--help" ? std::nullopt : closest(name, known);
      throw Error(fmt::format("unknown flag {} ({})", printable(name),
                              meant ? fmt::format("did you mean {}?", *meant)
                                    : fmt::format("layoutq {} --help lists the flags",
                                                  usage_.substr(0, usage_.find(' ')))));
    } else {
      words_.push_back(word);
    }
  }
  for (const Flag& flag : flags_) {
    if (!flag.values.empty() && flag.values.front().starts_with("--")) {
      throw Error(fmt::format("{} needs a value, but {} follows{}", flag.names.front(),
                              printable(flag.values.front()), hint_of(flag.text)));
    }
    if (flag.values.size() > 1 && !flag.text.repeats) {
      throw Error(fmt::format("{} is given twice", flag.names.front()));
    }
  }
  return true;
}

std::string CommandLine::help() const {
  std::string text = fmt::format("Usage: layoutq {}\n{}\n", usage_, about_);
  std::size_t width = 0;
  for (const Entry& entry : entries_) {
    if (!entry.right.empty()) width = std::max(width, entry.left.size());
  }
  for (const Entry& entry : entries_) {
    if (entry.right.empty()) {
      text += fmt::format("{}:\n", entry.left);
      continue;
    }
    std::string_view left = entry.left;
    std::string_view right = entry.right;
    while (!right.empty()) {
      const std::size_t end = std::min(right.find('\n'), right.size());
      text += fmt::format("  {:<{}}  {}\n", left, width, right.substr(0, end));
      right.remove_prefix(std::min(end + 1, right.size()));
      left = "";
    }
  }
  text += "Examples:\n";
  for (const std::string& example : examples_) text += fmt::format("  {}\n", example);
  return text;
}

}  // namespace layoutq
