#pragma once

#include <optional>
#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/layout_flags.h"

namespace layoutq {

/// Two layouts on one tensor, as `convert A B` and `diff A B` name them: each a text, a name of
/// --from's file, or FILE#name.
struct LayoutPair {
  Subject first;
  Subject second;
};
struct SharedPair {
  SharedSubject first;
  SharedSubject second;
};

/// Reads the command line's two words: both of registers, or both in shared memory. Without --shape
/// or --tensor the tensor is what either covers once, the greater extent of each dimension. Error
/// for whatever can't be read or does not go together.
std::variant<LayoutPair, SharedPair> read_any_pair(const CommandLine& line,
                                                   const std::optional<DumpFile>& file);
/// The same, and Error for layouts in shared memory.
LayoutPair read_pair(const CommandLine& line, const std::optional<DumpFile>& file);

/// A layout as a word names it: `what` calls it in Errors.
AnyDescription read_named(const std::string& what, std::string_view text,
                          const std::optional<DumpFile>& file);

/// "2 lanes in a warp, but the other has 4": how the threads of two layouts differ, if they do.
std::optional<std::string> different_threads(const Description& first, const Description& second);

}  // namespace layoutq
