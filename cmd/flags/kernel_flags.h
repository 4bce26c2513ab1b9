#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cmd/flags/command_line.h"
#include "core/layout/dims.h"

namespace layoutq {

/// The launch for which kernels are inspected, as far as the command line gives it.
struct LaunchOptions {
  std::vector<std::pair<std::string, Int>> arguments;  ///< names and values
  std::array<Int, 3> program{};
  std::optional<std::array<Int, 3>> grid;
  std::optional<std::string> function;
};

/// Declares --arg, --program, --grid and --function.
void add_launch_flags(CommandLine* line);
/// Reads them. Throws Error for a wrong value.
LaunchOptions read_launch_options(const CommandLine& line);

}  // namespace layoutq
