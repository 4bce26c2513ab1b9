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
  /// How many rows one call writes.
  static constexpr Int most_rows = 16;

  /// `before[i]` stands before the i-th number, `after` behind the last one.
  NumberLine(std::vector<std::string> before, std::string after);

  /// How many bytes `write` needs room for.
  std::size_t most_bytes() const { return most_rows * text_.size(); }

  /// Writes `count` rows, 1 … most_rows, to where there is room for most_bytes: the first is
  /// `values`, each further one `steps` more. There are as many numbers, ≥ 0, as texts before them.
  /// Says where the text ends.
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
  std::vector<char> text_;  ///< whole pieces
  std::vector<char> gain_;  ///< of each character from row to row
  std::size_t size_ = 0;    ///< 0: nothing is kept
  std::array<Int, most_numbers> values_{};
  std::array<Int, most_numbers> steps_{};
  std::array<std::size_t, most_numbers> moving_{};  ///< which steps are not 0
  std::size_t moving_count_ = 0;
  std::array<std::size_t, most_numbers> begins_{};
  std::array<std::size_t, most_numbers> ends_{};
};

}  // namespace layoutq
