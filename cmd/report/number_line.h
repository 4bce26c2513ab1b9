#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/layout/dims.h"

namespace layoutq {

/// A row of numbers as text, kept from row to row. Rows that follow each other differ little,
/// mostly in the last digit of a few numbers: those digits are changed where they stand, and the
/// line is copied in large pieces. This is what makes a large answer about as fast as to copy it.
class NumberLine {
 public:
  /// A coordinate, block, warp, lane, register and thread.
  static constexpr std::size_t most_numbers = max_rank + 5;
  static constexpr std::size_t most_digits = 20;

  NumberLine() = default;
  /// `before[i]` stands before the i-th number, `after` behind the last one.
  NumberLine(std::vector<std::string> before, std::string after);

  /// How many bytes `write` needs room for.
  std::size_t most_bytes() const { return most_rows * text_.size(); }

  /// Writes `count` rows at least 1, or as many of them as differ in last digits only: the first is
  /// `values`, each further one `steps` more. There are as many numbers, ≥ 0, as texts before them,
  /// and room for most_bytes. Says how many rows there are, and moves `at` behind them.
  Int write(std::span<const Int> values, std::span<const Int> steps, Int count, char** at);

 private:
  static constexpr std::size_t piece = 32;
  static constexpr std::size_t most_rows = 10;

  void set(std::span<const Int> values);
  bool change(std::size_t i, Int value);
  void rewrite(std::span<const Int> values);

  std::vector<std::string> before_;
  std::string after_;
  std::vector<char> text_;  ///< whole pieces
  std::vector<char> gain_;  ///< of each character from row to row
  std::size_t size_ = 0;
  std::array<Int, most_numbers> values_{};
  std::array<std::size_t, most_numbers> begins_{};
  std::array<std::size_t, most_numbers> ends_{};
};

}  // namespace layoutq
