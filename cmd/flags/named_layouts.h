#pragma once

#include <optional>
#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/layout_flags.h"

namespace layoutq {

/// The two layouts of `convert A B` and `diff A B`, both on one tensor. Each word is the text of a
/// layout, the name of one in --from's file, or FILE#name.
struct LayoutPair {
  Subject first;
  Subject second;
};
struct SharedPair {
  SharedSubject first;
  SharedSubject second;
};

/// Reads the command line's two words, which must both be layouts of registers or both layouts in
/// shared memory. Without --shape or --tensor the tensor has, in each dimension, the greater extent
/// of the two tiles. Throws Error for a layout that cannot be read, and for two that cannot be
/// compared.
std::variant<LayoutPair, SharedPair> read_any_pair(const CommandLine& line,
                                                   const std::optional<DumpFile>& file);
/// Does the same, and throws Error for layouts in shared memory.
LayoutPair read_pair(const CommandLine& line, const std::optional<DumpFile>& file);

/// Reads one such word. Errors call it `what`.
AnyDescription read_named(const std::string& what, std::string_view text,
                          const std::optional<DumpFile>& file);

/// Says how the threads of two layouts differ: "2 lanes in a warp, but the other has 4". Returns
/// nullopt if they are the same.
std::optional<std::string> different_threads(const Description& first, const Description& second);

}  // namespace layoutq
