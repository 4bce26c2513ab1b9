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

/// Reads the command line's two words. Without --shape or --tensor the tensor is what either covers
/// once, the greater extent of each dimension. Error for whatever can't be read or does not go
/// together.
LayoutPair read_pair(const CommandLine& line, const std::optional<DumpFile>& file);

/// "2 lanes in a warp, but the other has 4": how the threads of two layouts differ, if they do.
std::optional<std::string> different_threads(const Description& first, const Description& second);

}  // namespace layoutq
