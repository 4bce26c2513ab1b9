#pragma once

#include <optional>
#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/layout_flags.h"

namespace layoutq {

/// The two layouts of `convert A B` or `diff A B` on one tensor. Each is a text, a name in the file
/// of --from, or FILE#name.
struct LayoutPair {
  Subject first;
  Subject second;
};
struct SharedPair {
  SharedSubject first;
  SharedSubject second;
};

/// Reads the command line's two words, both layouts of registers or both of shared memory. Without
/// --shape or --tensor, each dimension has the larger extent that the layouts cover once. Throws
/// Error for what cannot be read and for layouts that do not fit each other.
std::variant<LayoutPair, SharedPair> read_any_pair(const CommandLine& line,
                                                   const std::optional<DumpFile>& file);
/// Does the same, and throws Error for layouts of shared memory.
LayoutPair read_pair(const CommandLine& line, const std::optional<DumpFile>& file);

/// Reads the layout that a word names. `what` names it in errors.
AnyDescription read_named(const std::string& what, std::string_view text,
                          const std::optional<DumpFile>& file);

/// Describes how the threads of two layouts differ: "2 lanes in a warp, but the other has 4".
/// Returns nullopt if they do not.
std::optional<std::string> different_threads(const Description& first, const Description& second);

}  // namespace layoutq
