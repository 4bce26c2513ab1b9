#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace layoutq {

/// Returns the contents of the file at `path`; `-` is standard input. Throws Error if reading
/// fails.
std::string read_file(const std::string& path);
/// Reads what is available, like read(2): returns 0 at the end, and −1 with errno on failure. It
/// continues after an interruption, and waits if another process has set O_NONBLOCK on a shared
/// pipe.
ssize_t read_some(int descriptor, char* data, std::size_t size);
/// Returns the path in printable form: "standard input" for `-`.
std::string file_name(const std::string& path);

}  // namespace layoutq
