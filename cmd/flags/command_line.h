#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace layoutq {

/// The declaration of a flag, from which its option, its line in the help, the manual page and the
/// shells' completions are made. A flag takes one value or none. The command line keeps the value
/// as text, and the subcommand's readers parse it. All the text must outlive the command line.
///
///   line.flag({.names = "--spt,--size-per-thread",
///              .value = "LIST",
///              .help = "elements per thread, per dimension (required)",
///              .also = "--sizePerThread"});
struct FlagText {
  /// All names that the help lists, with commas between them. Errors use the first one.
  std::string_view names;
  /// The placeholder for the value in the help, such as "LIST". Empty if the flag takes no value.
  std::string_view value = {};
  /// The help text: one or more lines of up to 46 characters, so that the help fits 80 columns.
  std::string_view help = {};
  /// The default value, printed at the end of the help as "(default: …)". Only set if it differs
  /// from one subcommand to another; otherwise `help` names the default.
  std::string_view by_default = {};
  /// The values that a shell's completion offers, with spaces between them.
  std::string_view choices = {};
  /// Further names that are accepted but not listed, with commas between them.
  std::string_view also = {};
  /// True if the flag may be given more than once.
  bool repeats = false;
  /// A reason why the value may be missing, which the error for a missing value then mentions.
  std::string_view hint = {};
  /// True if the value may be the name of a file, so that a shell completes file names.
  bool files = false;

  /// Returns `names`, one by one.
  std::vector<std::string_view> listed_names() const;
};

/// The flags of one subcommand, and after parse() their values and the words between them. A word
/// is an argument that is neither a flag nor a flag's value, such as the coordinate of `owners
/// 9,6`.
class CommandLine {
 public:
  /// One entry of the help: a flag, a word, or the heading of the entries that follow.
  struct Entry {
    enum class Kind { heading, words, flag };
    Kind kind;
    FlagText text;  ///< a word or a heading sets only `names`, `help` and `files`
    /// The values that parse() found, in order: one "" each time for a flag without a value.
    std::vector<std::string> values;

    /// Returns the left column of the help: "--from, -i FILE".
    std::string left() const;
    /// Returns the right column of the help: the help text with the default.
    std::string right() const;
  };

  /// `usage` follows "layoutq " in the first line of the help, `about` is one or more lines, and
  /// `examples` are whole command lines.
  CommandLine(std::string_view usage, std::string_view about,
              std::initializer_list<std::string_view> examples);

  /// Adds a heading to the help.
  void group(std::string_view title);
  /// Declares a flag and adds it to the help.
  void flag(const FlagText& text);
  /// Adds an entry to the help that explains a word, or several flags at once if `name` is empty. A
  /// shell completes file names for it if `files`.
  void words(std::string_view name, std::string_view help, bool files = false);

  std::string_view usage() const { return usage_; }
  /// Returns the name of the subcommand, which begins the usage.
  std::string_view subcommand() const { return usage_.substr(0, usage_.find(' ')); }
  std::string_view about() const { return about_; }
  const std::vector<std::string_view>& examples() const { return examples_; }
  /// Returns the entries in the order of the help.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the text that `--help` prints.
  std::string help() const;

  /// Parses the arguments that follow the subcommand's name. Returns false if they ask for the
  /// help by --help or -h. Throws Error for an unknown flag, a flag without its value, and a flag
  /// that is given twice but does not repeat.
  bool parse(const std::vector<std::string>& arguments);

  // The flag `name` must have been declared. Any of its names will do.

  /// True if the flag was given.
  bool given(std::string_view name) const { return !all(name).empty(); }
  /// Returns the flag's value, or the first one if there are several. Returns nullopt if the flag
  /// was not given.
  std::optional<std::string_view> get(std::string_view name) const;
  /// Returns all values of the flag in the order in which they were given.
  const std::vector<std::string>& all(std::string_view name) const;
  /// Returns the words in the order in which they were given.
  const std::vector<std::string>& words() const { return words_; }
  /// Throws Error if there is any word.
  void no_words() const;

 private:
  static void add_to(CLI::App* app, Entry* flag);
  void check_joined_value(std::string_view argument) const;
  void check_values() const;
  [[noreturn]] void throw_unknown(std::string_view name) const;

  std::string_view usage_;
  std::string_view about_;
  std::vector<std::string_view> examples_;
  std::vector<Entry> entries_;
  std::vector<std::string> words_;
};

/// Throws Error if one of `flags` was given, because it excludes `other`. The caller has checked
/// that `other` was given. It is a flag, or words that describe a value which did not come from a
/// flag.
void not_both(const CommandLine& line, std::string_view other,
              std::initializer_list<std::string_view> flags);

}  // namespace layoutq
