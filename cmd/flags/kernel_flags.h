#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cmd/flags/command_line.h"
#include "core/kernel/inspection.h"

namespace layoutq {

/// A function of a file of MLIR, one of its programs, and what that does.
struct InspectedFunction {
  const Function* function = nullptr;
  std::string name;  ///< without `@`; of several functions with one name, "name#2" is the second
  Launch launch;
  std::vector<std::string> assumed;  ///< integer arguments that were not given
  std::vector<std::string> notes;    ///< about what was given
  Inspection inspection;
};

/// What a command line says of the launch that kernels are inspected for.
struct LaunchOptions {
  std::vector<std::pair<std::string, Int>> arguments;  ///< name and value
  std::array<Int, 3> program{};
  std::optional<std::array<Int, 3>> grid;
  std::optional<std::string> function;
};

/// Declares --arg, --program, --grid and --function.
void add_launch_flags(CommandLine* line);
/// Reads them. Error for a value that is none.
LaunchOptions read_launch_options(const CommandLine& line);

/// A file of MLIR with what its functions do. What it tells refers to its text, so it stays where
/// it is.
class InspectedFile {
 public:
  /// The file at `path`; `-` is standard input. Error where it can't be read, where it has no
  /// function, and for options that name nothing there is.
  InspectedFile(const std::string& path, const LaunchOptions& options);
  InspectedFile(const InspectedFile&) = delete;
  InspectedFile& operator=(const InspectedFile&) = delete;

  std::string name() const;
  const Kernels& kernels() const { return kernels_; }
  Kernels& kernels() { return kernels_; }
  const std::vector<InspectedFunction>& functions() const { return functions_; }

 private:
  std::string path_;
  std::string text_;
  Kernels kernels_;
  std::vector<InspectedFunction> functions_;
};

}  // namespace layoutq
