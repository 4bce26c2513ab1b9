#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "cmd/subcommands/subcommand.h"

namespace layoutq {

/// The whole program as its subcommands and flags tell it: what help, manual page and completions
/// are made from.
struct Program {
  std::string_view version;
  std::string_view about;
  /// What comes first on a command line, and what that answers.
  std::span<const Subcommand> subcommands;
  Subcommand without_subcommand;
  std::string_view words;  ///< a paragraph on what else may come first
  std::span<const std::string_view> examples;
};

/// What `layoutq --generate` prints: the manual, or the completions of a shell.
inline constexpr std::array<std::string_view, 4> generated{"man", "bash", "zsh", "fish"};

/// What `layoutq --help` prints.
std::string help(const Program& program);

/// The page that `man layoutq` shows, in the man macros of roff.
std::string man_page(const Program& program);

/// What makes a shell complete subcommands, flags, their values and file names. `shell` is bash,
/// zsh or fish.
std::string completions(const Program& program, std::string_view shell);

}  // namespace layoutq
