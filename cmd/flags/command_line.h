#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace layoutq {

/// A flag as its subcommand declares it. It takes exactly one argument, or none, and keeps it as
/// text; to read it is its subcommand's business.
struct FlagText {
  std::string names;           ///< "--spt,--size-per-thread": the first is what errors call it
  std::string value;           ///< a word for its argument; empty for a flag without one
  std::string help;            ///< a line or more, with its default; empty to keep it off the help
  std::string also = "";       ///< further names, which the help does not list
  bool repeats = false;        ///< may be given several times
  std::string_view hint = "";  ///< why its value may be missing
};

/// The flags and words of one subcommand.
class CommandLine {
 public:
  /// `usage` is what follows "layoutq ", `about` a line or two, `examples` command lines.
  CommandLine(std::string usage, std::string about, std::vector<std::string> examples);
  ~CommandLine();

  /// Heads the flags that follow in the help.
  void group(std::string title);
  void flag(FlagText text);
  /// A line of the help that explains words which are no flags, or several flags at once.
  void words(std::string name, std::string help);

  /// Reads the arguments after the subcommand's name. False where they ask for help, which is then
  /// printed. Error for an unknown flag, one without its value, one given twice.
  bool parse(const std::vector<std::string>& arguments);

  bool given(std::string_view name) const { return !all(name).empty(); }
  std::optional<std::string_view> get(std::string_view name) const;
  /// The values in the order given.
  const std::vector<std::string>& all(std::string_view name) const;
  const std::vector<std::string>& words() const { return words_; }
  /// Error, naming the first word, if there are any.
  void no_words() const;

 private:
  struct Flag {
    FlagText text;
    std::vector<std::string> names;  ///< all of them
    std::vector<std::string> values;
  };
  /// A line of the help; a heading where there is no right side.
  struct Entry {
    std::string left;
    std::string right;
  };

  const Flag* find(std::string_view name) const;
  std::string help() const;

  std::unique_ptr<CLI::App> app_;  ///< behind a pointer, since its header is slow to compile
  std::string usage_;
  std::string about_;
  std::vector<std::string> examples_;
  std::deque<Flag> flags_;  ///< CLI11 keeps references to its elements
  std::vector<Entry> entries_;
  std::vector<std::string> words_;
};

/// The candidate that `text` most likely means, or nothing where none is near.
std::optional<std::string> closest(std::string_view text,
                                   const std::vector<std::string>& candidates);

}  // namespace layoutq
