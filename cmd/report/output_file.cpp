#include "cmd/report/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace layoutq {

namespace {

/// The name of the temporary file, or empty. It is an array because a signal handler must not read
/// a std::string.
std::array<char, PATH_MAX> unfinished{};

/// Removes the temporary file, and ends the program as the signal would without a handler.
void on_signal(int signal) {
  if (unfinished[0] != '\0') ::unlink(unfinished.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle_signals() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM}) {
    struct sigaction now {};
    // A signal that the parent process ignores stays ignored.
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) {
      std::signal(signal, on_signal);
    }
  }
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

/// Returns the descriptor that a path like /dev/fd/3 names.
std::optional<int> open_file(std::string_view path) {
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int descriptor = 0;
    const char* const end = path.data() + path.size();
    const auto read = std::from_chars(path.data() + folder.size(), end, descriptor);
    if (read.ec == std::errc() && read.ptr == end) return descriptor;
  }
  return std::nullopt;
}

/// Follows the symbolic links at the end of a path, even if the target does not exist. Stops at a
/// path that names an open file.
std::string followed(std::string path) {
  constexpr int most_links = 40;  // the limit of Linux
  for (int i = 0; i < most_links && !open_file(path); ++i) {
    std::array<char, PATH_MAX> text;
    const ssize_t length = ::readlink(path.c_str(), text.data(), text.size());
    if (length < 0) break;
    const std::string target(text.data(), static_cast<std::size_t>(length));
    path = target.starts_with('/') ? target : folder_of(path) + target;
  }
  return path;
}

}  // namespace

OutputFile::~OutputFile() {
  if (is_open()) discard();
}

void OutputFile::discard() {
  ::close(std::exchange(descriptor_, -1));
  if (target_.empty()) return;
  ::unlink(unfinished.data());
  unfinished[0] = '\0';
  target_.clear();
}

bool OutputFile::open_beside(const std::string& target) {
  constexpr std::size_t most_of_name = 200;  // leaves room for the suffix within 255 bytes
  const std::string folder = folder_of(target);
  // mkostemp replaces the last six characters.
  const std::string name = folder + "." + target.substr(folder.size()).substr(0, most_of_name) +
                           "." + std::string(6, 'X');
  if (name.size() >= unfinished.size()) {
    errno = ENAMETOOLONG;
    return false;
  }
  handle_signals();
  std::memcpy(unfinished.data(), name.c_str(), name.size() + 1);
  descriptor_ = ::mkostemp(unfinished.data(), O_CLOEXEC);
  if (is_open()) {
    target_ = target;
  } else {
    unfinished[0] = '\0';
  }
  return is_open();
}

bool OutputFile::open(const std::string& path) {
  constexpr mode_t for_all = 0666;
  const std::string target = followed(path);
  if (const auto already = open_file(target)) {
    descriptor_ = ::fcntl(*already, F_DUPFD_CLOEXEC, 0);
    return is_open();
  }
  struct stat there {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (!exists && errno != ENOENT) return false;
  if (!exists || (S_ISREG(there.st_mode) && there.st_nlink == 1)) {
    // A write-protected file must not be replaced either.
    if (exists && ::access(path.c_str(), W_OK) != 0) return false;
    const mode_t umask = ::umask(0);
    ::umask(umask);
    constexpr mode_t permissions = 0777;
    const mode_t mode = exists ? there.st_mode & permissions : for_all & ~umask;
    if (open_beside(target)) {
      const bool alike = (!exists || ::fchown(descriptor_, there.st_uid, there.st_gid) == 0) &&
                         ::fchmod(descriptor_, mode) == 0;
      if (alike) return true;
      discard();
    }
  }
  descriptor_ =
      ::open(path.c_str(), O_WRONLY | (exists ? 0 : O_CREAT) | O_TRUNC | O_CLOEXEC, for_all);
  return is_open();
}

bool OutputFile::keep() {
  if (::close(std::exchange(descriptor_, -1)) != 0 ||
      (!target_.empty() && std::rename(unfinished.data(), target_.c_str()) != 0)) {
    const int why = errno;
    if (!target_.empty()) ::unlink(unfinished.data());
    unfinished[0] = '\0';
    errno = why;
    return false;
  }
  unfinished[0] = '\0';
  return true;
}

}  // namespace layoutq
