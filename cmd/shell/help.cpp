#include <fmt/format.h>

#include "cmd/shell/program.h"

namespace layoutq {

std::string help(const Program& program) {
  std::string text = fmt::format(
      "Usage: layoutq SUBCOMMAND [flags]\n"
      "       layoutq LAYOUT [flags]       {}\n{}\n\nSubcommands:\n",
      program.without_subcommand.about, program.about);
  for (const Subcommand& subcommand : program.subcommands) {
    text += fmt::format("  {:<8} {}\n", subcommand.name, subcommand.about);
  }
  text += fmt::format(
      "\n{}\n"
      "layoutq SUBCOMMAND --help lists its flags, layoutq --version prints the version.\n"
      "layoutq --generate man prints the manual; with bash, zsh or fish it prints the\n"
      "completions for that shell.\n\n"
      "Examples:\n",
      program.words);
  for (std::string_view example : program.examples) text += fmt::format("  {}\n", example);
  return text;
}

}  // namespace layoutq
