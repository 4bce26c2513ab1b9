#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "cmd/subcommands/subcommand.h"

namespace layoutq {

/// The whole program: its subcommands and their flags. Help, manual page and completions are made
/// from it.
struct Program {
  std::string_view version;
  std::string_view about;
  /// The subcommands, which come first on a command line.
  std::span<const Subcommand> subcommands;
  Subcommand without_subcommand;
  std::string_view words;  ///< a paragraph about what else may come first
  std::span<const std::string_view> examples;
};

/// The words that `layoutq --generate` takes: the manual, or a shell's completions.
inline constexpr std::array<std::string_view, 4> generated{"man", "bash", "zsh", "fish"};

/// Returns the text of `layoutq --help`.
std::string help(const Program& program);

/// Returns the page that `man layoutq` shows, in the man macros of roff.
std::string man_page(const Program& program);

/// Returns a script that makes a shell complete subcommands, flags, their values and file names.
/// `shell` is bash, zsh or fish.
std::string completions(const Program& program, std::string_view shell);

}  // namespace layoutq
