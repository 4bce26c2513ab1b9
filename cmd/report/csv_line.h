#pragma once

#include <array>
#include <cstring>
#include <span>

#include "core/layout/dims.h"

namespace layoutq {

/// A line of numbers in CSV, kept from row to row. Rows that follow each other differ little,
/// mostly in the last digit of a few numbers: the line is then copied in large pieces, and the last
/// digits put into the copy. This is what makes a large answer as fast as a program that only
/// counts.
class CsvLine {
 public:
  static constexpr std::size_t most_numbers = max_rank + 4;
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
  /// Makes the i-th number of the line this one; false where that takes another number of digits.
  bool change(std::size_t i, Int value) {
    Number& number = numbers_[i];
    const Int digit = number.last_digit + (value - number.value);
    if (digit < 0 || digit > 9) return rewrite(i, value);
    number.value = value;
    number.last_digit = digit;
    return true;
  }
  /// Copies the line to where there is room for most_bytes; says where it ends.
  char* copy(char* at) const {
    for (std::size_t i = 0; i < size_; i += piece) std::memcpy(at + i, text_.data() + i, piece);
    for (std::size_t i = 0; i < count_; ++i) {
      at[numbers_[i].end - 1] = static_cast<char>('0' + numbers_[i].last_digit);
    }
    return at + size_;
  }

 private:
  struct Number {
    Int value = 0;
    Int last_digit = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  bool rewrite(std::size_t i, Int value);
  void write(std::span<const Int> values);

  std::array<char, most_bytes> text_;  ///< the last digits may be out of date
  std::size_t size_ = 0;
  std::array<Number, most_numbers> numbers_;
  std::size_t count_ = 0;
};

}  // namespace layoutq
