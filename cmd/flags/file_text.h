#pragma once

#include <string>

namespace layoutq {

/// All of the file at `path`; `-` is standard input. Error where it can't be read.
std::string read_file(const std::string& path);
/// The path as a line may have it: "standard input" for `-`.
std::string file_name(const std::string& path);

}  // namespace layoutq
