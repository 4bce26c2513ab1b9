#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cmd/flags/assertions.h"
#include "cmd/flags/command_line.h"

namespace layoutq {

/// `triton` is what Triton's own triton-tensor-layout prints.
enum class Format { table, csv, json, jsonl, triton };

/// The form of an answer, and where it goes.
struct OutputOptions {
  Format format = Format::table;
  bool header = true;  ///< of CSV
  bool colour = false;
  std::string path;  ///< empty for standard output
  std::vector<Assertion> assertions;
};

/// Declares the flags that tell it: the same for every subcommand.
void add_output_flags(CommandLine* line);
/// Reads them. Error for a value that is none, and for a flag that has no meaning for the format.
/// Where `with_triton`, the subcommand has that format, too.
OutputOptions read_output_options(const CommandLine& line, bool with_triton = false);
/// Error unless the format is a table, where the flag is given: it has no meaning for another.
void only_in_table(const CommandLine& line, const OutputOptions& options, std::string_view flag);

}  // namespace layoutq
