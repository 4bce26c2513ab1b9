#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

/// Replaces read and write in a build that is linked with --wrap for both: they transfer at most
/// `most` bytes, and every third call fails with EINTR. If LAYOUTQ_EMPTIED is set, a file ends
/// after the first read.
namespace {

constexpr std::size_t most = 61;
unsigned calls = 0;

bool interrupts() {
  constexpr unsigned often = 3;
  if (++calls % often != 0) return false;
  errno = EINTR;
  return true;
}

}  // namespace

extern "C" {

ssize_t __real_write(int descriptor, const void* data, std::size_t size);
ssize_t __real_read(int descriptor, void* data, std::size_t size);

ssize_t __wrap_write(int descriptor, const void* data, std::size_t size) {
  if (interrupts()) return -1;
  return __real_write(descriptor, data, std::min(size, most));
}

ssize_t __wrap_read(int descriptor, void* data, std::size_t size) {
  if (interrupts()) return -1;
  static bool first = true;
  if (!first && std::getenv("LAYOUTQ_EMPTIED") != nullptr) return 0;
  first = false;
  return __real_read(descriptor, data, std::min(size, most));
}
}
