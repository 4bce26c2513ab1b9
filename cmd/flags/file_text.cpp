#include "cmd/flags/file_text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cmd/error.h"
#include "cmd/flags/read.h"

namespace layoutq {

ssize_t read_some(int descriptor, char* data, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(descriptor, data, size);
    if (got >= 0 || (errno != EINTR && errno != EAGAIN)) return got;
    if (errno == EINTR) continue;
    pollfd ready{descriptor, POLLIN, 0};
    ::poll(&ready, 1, -1);
  }
}

std::string read_file(const std::string& path) {
  const bool standard = path == "-";
  const int file = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto fail = [&] {
    const std::string why = std::strerror(errno);
    if (!standard && file >= 0) ::close(file);
    throw Error(standard ? fmt::format("cannot read standard input: {}", why)
                         : fmt::format("cannot read {}: {}", printable(path), why));
  };
  if (file < 0) fail();
  std::string text;
  // One byte more than the file's size, so that the read that finds the end needs no larger buffer.
  constexpr std::size_t least = 1 << 16;
  struct stat status {};
  std::size_t room = least;
  if (::fstat(file, &status) == 0 && status.st_size > 0) {
    room = static_cast<std::size_t>(status.st_size) + 1;
  }
  for (std::size_t used = 0;;) {
    if (text.size() - used < room) text.resize(used + room);
    const ssize_t got = read_some(file, text.data() + used, text.size() - used);
    if (got < 0) fail();
    used += static_cast<std::size_t>(got);
    if (got == 0) {
      text.resize(used);
      break;
    }
    room = std::max(least, used / 2);
    if (used < text.size()) room = 1;
  }
  if (!standard) ::close(file);
  return text;
}

std::string file_name(const std::string& path) {
  return path == "-" ? "standard input" : printable(path);
}

}  // namespace layoutq
