#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cmd/flags/command_line.h"

/// The subcommands. Each has a file with two functions: `define_…` declares its flags and words,
/// and `run_…` reads them, asks `core` and writes the answer.
namespace layoutq {

struct Subcommand {
  std::string_view name;   ///< "" for a layout without a subcommand
  std::string_view about;  ///< a few words for the program's help
  CommandLine (*define)();
  /// Returns the exit code. Throws Error if there is no answer.
  int (*run)(const CommandLine& line);

  /// Answers the arguments that follow the name, or prints the help. Returns the exit code.
  int answer(const std::vector<std::string>& arguments) const;
};

CommandLine define_banks();
CommandLine define_bases();
CommandLine define_convert();
CommandLine define_diff();
CommandLine define_inspect();
CommandLine define_layouts();
CommandLine define_map();
CommandLine define_owners();
CommandLine define_reduce();
CommandLine define_reps();
CommandLine define_sectors();
CommandLine define_slice();
CommandLine define_summary();

int run_banks(const CommandLine& line);
int run_bases(const CommandLine& line);
int run_convert(const CommandLine& line);
int run_diff(const CommandLine& line);
int run_inspect(const CommandLine& line);
int run_layouts(const CommandLine& line);
int run_map(const CommandLine& line);
int run_owners(const CommandLine& line);
int run_reduce(const CommandLine& line);
int run_reps(const CommandLine& line);
int run_sectors(const CommandLine& line);
int run_slice(const CommandLine& line);
int run_summary(const CommandLine& line);

}  // namespace layoutq
