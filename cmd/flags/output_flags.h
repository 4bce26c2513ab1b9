#pragma once

#include <string_view>

#include "cmd/flags/command_line.h"
#include "cmd/report/output_options.h"

namespace layoutq {

/// The formats that only some subcommands have.
struct FurtherFormats {
  bool triton = false;
  bool pictures = false;  ///< svg and html
};

inline constexpr FurtherFormats with_pictures{.pictures = true};
inline constexpr FurtherFormats all_formats{.triton = true, .pictures = true};

/// Declares the flags for the format and the file of an answer, which differ between subcommands
/// only in the further formats.
void add_output_flags(CommandLine* line, FurtherFormats further = {});
/// Reads them. Throws Error for a wrong value, and for a flag that does not apply to the format.
OutputOptions read_output_options(const CommandLine& line, FurtherFormats further = {});
/// Throws Error if the flag is given and the format is not a table.
void only_in_table(const CommandLine& line, const OutputOptions& options, std::string_view flag);

}  // namespace layoutq
