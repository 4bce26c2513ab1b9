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

/// Where an answer goes: standard output or a file, through one buffer of fixed size. Error where
/// it can't be written.
class Output {
 public:
  /// Standard output for an empty path. The file is opened by the first write to it.
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
  /// Room for `bytes` more, less than the buffer, to write to; `filled` then tells where that
  /// ended.
  char* room(std::size_t bytes) {
    if (size - used_ < bytes) flush();
    return buffer_.get() + used_;
  }
  void filled(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.get()); }
  /// The text at the right of a field of that width.
  void padded(std::string_view text, std::size_t width);
  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    text(fmt::format(format, std::forward<Values>(values)...));
  }
  /// Hands everything on.
  void flush();
  /// Hands everything on, and keeps the file: without it there is none.
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
