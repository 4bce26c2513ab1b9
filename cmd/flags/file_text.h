#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace layoutq {

/// All of the file at `path`; `-` is standard input. Error where it can't be read.
std::string read_file(const std::string& path);
/// As the system's read does: what is there now, 0 at the end, −1 with errno where it fails. But it
/// goes on after an interruption, and waits where the other end of a pipe made it so that nobody
/// does.
ssize_t read_some(int descriptor, char* data, std::size_t size);
/// The path as a line may have it: "standard input" for `-`.
std::string file_name(const std::string& path);

}  // namespace layoutq
