#pragma once

#include <array>
#include <cstring>
#include <span>

#include "core/layout/dims.h"

namespace layoutq {

/// A line of numbers in CSV, kept from row to row. Rows that follow each other differ little,
/// mostly in the last digit of a few numbers: the line is copied in large pieces, and last digits
/// are put into the copy. This is what makes a large answer as fast as a program that only counts.
class CsvLine {
 public:
  static constexpr std::size_t most_numbers = max_rank + 5;
  static constexpr std::size_t most_digits = 20;
  static constexpr std::size_t piece = 32;
  /// Of a line, its end rounded up to whole pieces.
  static constexpr std::size_t most_bytes =
      (most_numbers * (most_digits + 1) + piece - 1) / piece * piece;

  /// Makes this the line of `values`: numbers ≥ 0, at most most_numbers, always equally many.
  void set(std::span<const Int> values) {
    bool kept = size_ > 0;
    for (std::size_t i = 0; i < values.size() && kept; ++i) kept = change(i, values[i]);
    if (!kept) write(values);
  }
  /// How often the i-th number can gain `step` before another digit than its last one changes.
  Int steps_left(std::size_t i, Int step) const {
    const Int digit = text_[ends_[i] - 1] - '0';
    return step > 0 ? (9 - digit) / step : digit / -step;
  }
  /// Copies the line to where there is room for most_bytes; says where it ends.
  char* copy(char* at) const {
    for (std::size_t i = 0; i < size_; i += piece) std::memcpy(at + i, text_.data() + i, piece);
    return at + size_;
  }
  /// Where the last digit of the i-th number stands in the line.
  std::size_t last_digit(std::size_t i) const { return ends_[i] - 1; }

 private:
  /// Makes the i-th number this one; false where that takes another number of digits.
  bool change(std::size_t i, Int value) {
    if (value == values_[i]) return true;
    const Int digit = text_[ends_[i] - 1] - '0' + (value - values_[i]);
    if (digit < 0 || digit > 9) return rewrite(i, value);
    values_[i] = value;
    text_[ends_[i] - 1] = static_cast<char>('0' + digit);
    return true;
  }
  bool rewrite(std::size_t i, Int value);
  void write(std::span<const Int> values);

  std::array<char, most_bytes> text_;
  std::size_t size_ = 0;
  std::array<Int, most_numbers> values_;
  std::array<std::size_t, most_numbers> begins_;
  std::array<std::size_t, most_numbers> ends_;
};

}  // namespace layoutq
