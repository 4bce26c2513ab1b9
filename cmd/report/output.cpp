#include "cmd/report/output.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cmd/error.h"
#include "cmd/report/value.h"

namespace layoutq {

void Output::fail() const {
  const std::string why = std::strerror(errno);
  throw Error(fmt::format("cannot write {}: {}",
                          path_.empty() ? "standard output" : printable(path_), why));
}

void Output::long_text(std::string_view text) {
  while (!text.empty()) {
    if (used_ == size) flush();
    const std::size_t part = std::min(text.size(), size - used_);
    std::memcpy(buffer_.get() + used_, text.data(), part);
    used_ += part;
    text.remove_prefix(part);
  }
}

void Output::number(Int value) {
  const fmt::format_int digits(value);
  text({digits.data(), digits.size()});
}

void Output::padded(std::string_view text, std::size_t width) {
  for (std::size_t i = text.size(); i < width; ++i) character(' ');
  this->text(text);
}

void Output::flush() {
  if (!path_.empty() && !file_.is_open() && !file_.open(path_)) fail();
  const int descriptor = path_.empty() ? STDOUT_FILENO : file_.descriptor();
  std::size_t written = 0;
  while (written < used_) {
    const ssize_t part = ::write(descriptor, buffer_.get() + written, used_ - written);
    if (part > 0) {
      written += static_cast<std::size_t>(part);
    } else if (part < 0 && errno == EAGAIN) {
      // Another process that shares the terminal or pipe may have set O_NONBLOCK.
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (part < 0 && errno != EINTR) {
      used_ = 0;
      fail();
    }
  }
  used_ = 0;
}

void Output::finish() {
  flush();
  if (!path_.empty() && !file_.keep()) fail();
}

}  // namespace layoutq
