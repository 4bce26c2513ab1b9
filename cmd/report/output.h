#pragma once

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "cmd/report/output_file.h"
#include "core/layout/dims.h"

namespace layoutq {

/// The output of an answer: standard output or a file, through a buffer of fixed size. Throws Error
/// if writing fails.
class Output {
 public:
  /// An empty path means standard output. The first write opens the file.
  explicit Output(std::string path) : path_(std::move(path)), buffer_(new char[size]) {}

  void text(std::string_view text) {
    if (size - used_ < text.size()) {
      long_text(text);
      return;
    }
    std::memcpy(buffer_.get() + used_, text.data(), text.size());
    used_ += text.size();
  }
  void character(char c) {
    if (used_ == size) flush();
    buffer_[used_++] = c;
  }
  void number(Int value);
  /// Returns room for `bytes` more characters, which must be fewer than the buffer has. After
  /// writing there, call `filled` with the end.
  char* room(std::size_t bytes) {
    if (size - used_ < bytes) flush();
    return buffer_.get() + used_;
  }
  void filled(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.get()); }
  /// Writes the text right-aligned in a field of this width.
  void padded(std::string_view text, std::size_t width);
  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    text(fmt::format(format, std::forward<Values>(values)...));
  }
  /// Writes the buffer.
  void flush();
  /// Writes the buffer and keeps the file. Without this call the file is discarded.
  void finish();

 private:
  static constexpr std::size_t size = 1 << 16;

  void long_text(std::string_view text);
  [[noreturn]] void fail() const;

  std::string path_;
  OutputFile file_;
  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = 0;
};

}  // namespace layoutq
