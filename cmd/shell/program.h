#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "cmd/subcommands/subcommand.h"

namespace layoutq {

/// The description of the whole program, from which help, manual page and completions are made.
struct Program {
  std::string_view version;
  std::string_view about;
  std::span<const Subcommand> subcommands;
  /// Answers a command line that begins with a layout instead of a subcommand.
  Subcommand without_subcommand;
  std::string_view words;  ///< a paragraph that explains such a command line
  std::span<const std::string_view> examples;
};

/// The words that `layoutq --generate` takes: the manual, or a shell whose completions it prints.
inline constexpr std::array<std::string_view, 4> generated{"man", "bash", "zsh", "fish"};

/// Returns the text that `layoutq --help` prints.
std::string help(const Program& program);

/// Returns the page for `man layoutq`, in the man macros of roff.
std::string man_page(const Program& program);

/// Returns a script that makes a shell complete subcommands, flags, their values and file names.
/// `shell` is bash, zsh or fish.
std::string completions(const Program& program, std::string_view shell);

}  // namespace layoutq
