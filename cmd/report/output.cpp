#include "cmd/report/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cmd/error.h"
#include "cmd/flags/read.h"

namespace layoutq {

Output::Output(std::string path)
    : path_(std::move(path)), open_(path_.empty()), buffer_(new char[size]) {}

Output::~Output() {
  if (open_ && !path_.empty()) ::close(file_);
}

void Output::fail() const {
  throw Error(fmt::format("cannot write {}: {}",
                          path_.empty() ? "standard output" : printable(path_),
                          std::strerror(errno)));
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
  if (!open_) {
    constexpr int for_all = 0666;
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, for_all);
    if (file_ < 0) fail();
    open_ = true;
  }
  std::size_t written = 0;
  while (written < used_) {
    const ssize_t part = ::write(file_, buffer_.get() + written, used_ - written);
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) {
      used_ = 0;
      fail();
    }
    written += static_cast<std::size_t>(part);
  }
  used_ = 0;
}

}  // namespace layoutq
