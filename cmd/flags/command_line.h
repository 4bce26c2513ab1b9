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

/// A flag as its subcommand declares it: help, manual page and shell completions follow from it. It
/// takes exactly one argument, or none, and keeps it as text; to read it is its subcommand's
/// business. All text lives as long as the program.
struct FlagText {
  std::string_view names;       ///< "--spt,--size-per-thread": the first is what errors call it
  std::string_view value = {};  ///< a word for its argument; empty for a flag without one
  std::string_view help = {};   ///< a line or more
  std::string_view by_default = {};  ///< ends the help, where subcommands differ in it
  std::string_view choices = {};     ///< values that shells offer, with spaces between them
  std::string_view also = {};        ///< further names, which the help does not list
  bool repeats = false;              ///< may be given several times
  std::string_view hint = {};        ///< why its value may be missing
  bool files = false;                ///< its value, or words, may name a file

  /// The names, one by one, without those that the help does not list.
  std::vector<std::string_view> listed_names() const;
};

/// The flags and words of one subcommand.
class CommandLine {
 public:
  /// A line of the help: a flag, words, or the heading of those that follow.
  struct Entry {
    enum class Kind { heading, words, flag };
    Kind kind;
    FlagText text;                    ///< of words and headings only `names` and `help`
    std::vector<std::string> values;  ///< what the arguments give a flag, "" where it takes none

    /// "--from, -i FILE"
    std::string left() const;
    /// The help with its default.
    std::string right() const;
  };

  /// `usage` is what follows "layoutq ", `about` a line or two, `examples` command lines.
  CommandLine(std::string_view usage, std::string_view about,
              std::initializer_list<std::string_view> examples);

  /// Heads the flags that follow in the help.
  void group(std::string_view title);
  /// Declares a flag.
  void flag(const FlagText& text);
  /// A line of the help that explains words which are no flags, or several flags at once.
  /// `files`: whether they may name files.
  void words(std::string_view name, std::string_view help, bool files = false);

  std::string_view usage() const { return usage_; }
  std::string_view about() const { return about_; }
  const std::vector<std::string_view>& examples() const { return examples_; }
  /// As the help lists them.
  const std::vector<Entry>& entries() const { return entries_; }
  /// What `--help` prints.
  std::string help() const;

  /// Reads the arguments after the subcommand's name. False where they ask for help, which is then
  /// printed. Error for an unknown flag, one without its value, one given twice.
  bool parse(const std::vector<std::string>& arguments);

  // Of a flag that is declared, by any of its names:
  bool given(std::string_view name) const { return !all(name).empty(); }
  /// Its value, the first one if it repeats; nothing where it is not given.
  std::optional<std::string_view> get(std::string_view name) const;
  /// The values in the order given.
  const std::vector<std::string>& all(std::string_view name) const;
  /// What is no flag, in the order given.
  const std::vector<std::string>& words() const { return words_; }
  /// Error, naming the first word, if there are any.
  void no_words() const;

 private:
  std::string_view subcommand() const { return usage_.substr(0, usage_.find(' ')); }
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

}  // namespace layoutq
