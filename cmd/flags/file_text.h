#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace layoutq {

/// Returns the whole file at `path`, or standard input for `-`. Throws Error if it cannot be read.
std::string read_file(const std::string& path);
/// Reads like the system's read(): returns the number of bytes that are there now, 0 at the end, or
/// −1 with errno set. It also tries again after a signal (EINTR), and waits for data if whoever
/// shares the descriptor opened it with O_NONBLOCK (EAGAIN).
ssize_t read_some(int descriptor, char* data, std::size_t size);
/// Returns the path as it is printed: "standard input" for `-`.
std::string file_name(const std::string& path);

}  // namespace layoutq
