#pragma once

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <string>
#include <string_view>

#include "core/layout/dims.h"

namespace layoutq {

/// Where an answer goes: standard output or a file, through one buffer of fixed size. Error where
/// it can't be written.
class Output {
 public:
  /// Standard output for an empty path. The file is opened, and emptied, by the first write to it.
  explicit Output(std::string path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void text(std::string_view text);
  void character(char c) {
    if (used_ == size) flush();
    buffer_[used_++] = c;
  }
  void number(Int value) {
    if (size - used_ < most_digits) flush();
    const auto written = std::to_chars(buffer_.get() + used_, buffer_.get() + size, value);
    used_ = static_cast<std::size_t>(written.ptr - buffer_.get());
  }
  /// The text at the right of a field of that width.
  void padded(std::string_view text, std::size_t width);
  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    text(fmt::format(format, std::forward<Values>(values)...));
  }
  /// Hands everything on.
  void flush();
  /// Whether it goes to a terminal.
  bool is_terminal() const;

 private:
  static constexpr std::size_t size = 1 << 16;
  static constexpr std::size_t most_digits = 24;

  [[noreturn]] void fail() const;

  std::string path_;
  int file_ = 1;
  bool open_;
  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = 0;
};

}  // namespace layoutq
