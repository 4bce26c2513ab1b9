#include "cmd/report/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace layoutq {

namespace {

/// The name that the file has meanwhile; empty when there is none. A signal handler may not read a
/// std::string.
std::array<char, PATH_MAX> unfinished{};

void remove_unfinished() {
  if (unfinished[0] == '\0') return;
  ::unlink(unfinished.data());
  unfinished[0] = '\0';
}

/// Leaves nothing behind, and ends as if there were no handler.
void on_signal(int signal) {
  remove_unfinished();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

/// Where the symbolic links at the end of a path lead, also where nothing is there. False for a
/// circle.
bool follow(std::string* path) {
  constexpr int most_links = 40;  // as many as Linux follows
  for (int i = 0; i < most_links; ++i) {
    std::array<char, PATH_MAX> text;
    const ssize_t length = ::readlink(path->c_str(), text.data(), text.size());
    if (length < 0) return true;
    const std::string target(text.data(), static_cast<std::size_t>(length));
    *path = target.starts_with('/') ? target : folder_of(*path) + target;
  }
  errno = ELOOP;
  return false;
}

}  // namespace

OutputFile::~OutputFile() {
  if (!is_open()) return;
  ::close(descriptor_);
  if (!target_.empty()) remove_unfinished();
}

bool OutputFile::open_beside(const std::string& target, unsigned mode) {
  constexpr std::size_t most_of_name = 200;  // of 255, what is added has room
  const std::string folder = folder_of(target);
  const std::string name =
      folder + "." + target.substr(folder.size()).substr(0, most_of_name) + ".XXXXXX";
  if (name.size() >= unfinished.size()) {
    errno = ENAMETOOLONG;
    return false;
  }
  std::memcpy(unfinished.data(), name.c_str(), name.size() + 1);
  descriptor_ = ::mkostemp(unfinished.data(), O_CLOEXEC);
  if (!is_open()) {
    unfinished[0] = '\0';
    return false;
  }
  ::fchmod(descriptor_, mode);
  target_ = target;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // What the caller ignores stays ignored.
    if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  return true;
}

bool OutputFile::open(const std::string& path) {
  constexpr unsigned for_all = 0666;
  const auto open_in_place = [&] {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, for_all);
    return is_open();
  };
  // /dev/stdout and its like are somebody's open file, and must stay that.
  if (path.starts_with("/dev/") || path.starts_with("/proc/")) return open_in_place();
  struct stat there {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (!exists && errno != ENOENT) return false;
  if (exists && !S_ISREG(there.st_mode)) return open_in_place();
  // A file that is protected from writing is not to be replaced either.
  if (exists && ::access(path.c_str(), W_OK) != 0) return false;
  std::string target = path;
  if (!follow(&target)) return false;
  const mode_t umask = ::umask(0);
  ::umask(umask);
  constexpr unsigned permissions = 07777;
  if (open_beside(target, exists ? there.st_mode & permissions : for_all & ~umask)) return true;
  return exists && (errno == EACCES || errno == EROFS || errno == EPERM) && open_in_place();
}

bool OutputFile::keep() {
  const bool beside = !target_.empty();
  bool kept = ::close(std::exchange(descriptor_, -1)) == 0;
  kept = kept && (!beside || std::rename(unfinished.data(), target_.c_str()) == 0);
  if (kept) unfinished[0] = '\0';
  if (beside && !kept) {
    const int why = errno;
    remove_unfinished();
    errno = why;
  }
  return kept;
}

}  // namespace layoutq
