#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/layout/dims.h"

namespace layoutq {

/// A row of numbers as text, reused from row to row. Successive rows mostly differ in the last
/// digit of a few numbers. The line changes these digits in place and copies itself in large
/// pieces, so that a large answer is written about as fast as it could be copied.
class NumberLine {
 public:
  /// A coordinate, block, warp, lane, register and thread.
  static constexpr std::size_t most_numbers = max_rank + 5;
  static constexpr std::size_t most_digits = 20;
  /// The largest number of rows that one call writes.
  static constexpr Int most_rows = 16;

  /// `before[i]` is the text before the i-th number, `after` the text after the last one.
  NumberLine(std::vector<std::string> before, std::string after);

  /// The number of bytes that `write` needs room for.
  std::size_t most_bytes() const { return most_rows * text_.size(); }

  /// Writes `count` rows, 1 … most_rows, to `at`, which must have room for most_bytes. The first
  /// row is `values`, and each next one adds `steps`. There is a number ≥ 0 for each text in
  /// `before`. Returns the end of the text.
  char* write(std::span<const Int> values, std::span<const Int> steps, Int count, char* at);

 private:
  static constexpr std::size_t piece = 32;

  bool put(std::size_t i, Int gained);
  bool carry(std::size_t i);
  void rewrite();
  void set_steps(std::span<const Int> steps);
  char* copy(Int rows, char* at);

  std::vector<std::string> before_;
  std::string after_;
  std::vector<char> text_;  ///< its size is a multiple of `piece`
  std::vector<char> gain_;  ///< what each character gains from row to row
  std::size_t size_ = 0;    ///< 0 before the first row
  std::array<Int, most_numbers> values_{};
  std::array<Int, most_numbers> steps_{};
  std::array<std::size_t, most_numbers> moving_{};  ///< the indices of steps that are not 0
  std::size_t moving_count_ = 0;
  std::array<std::size_t, most_numbers> begins_{};
  std::array<std::size_t, most_numbers> ends_{};
};

}  // namespace layoutq
