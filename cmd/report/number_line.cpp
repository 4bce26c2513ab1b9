#include "cmd/report/number_line.h"

#include <fmt/compile.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace layoutq {

NumberLine::NumberLine(std::vector<std::string> before, std::string after)
    : before_(std::move(before)), after_(std::move(after)) {
  std::size_t most = after_.size();
  for (const std::string& text : before_) most += text.size() + most_digits;
  text_.resize((most + piece - 1) / piece * piece);
  gain_.resize(text_.size());
}

void NumberLine::rewrite() {
  char* at = text_.data();
  const auto put = [&](const std::string& text) { at = std::copy(text.begin(), text.end(), at); };
  for (std::size_t i = 0; i < before_.size(); ++i) {
    put(before_[i]);
    begins_[i] = static_cast<std::size_t>(at - text_.data());
    at = fmt::format_to(at, FMT_COMPILE("{}"), values_[i]);
    ends_[i] = static_cast<std::size_t>(at - text_.data());
  }
  put(after_);
  size_ = static_cast<std::size_t>(at - text_.data());
  set_steps(std::array<Int, most_numbers>(steps_));
}

void NumberLine::set_steps(std::span<const Int> steps) {
  std::fill(gain_.begin(), gain_.end(), '\0');
  moving_count_ = 0;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    steps_[i] = steps[i];
    if (steps[i] == 0) continue;
    gain_[ends_[i] - 1] = static_cast<char>(steps[i]);
    moving_[moving_count_++] = i;
  }
}

/// Updates the i-th number in the text after it has gained this much. Returns false if its number
/// of digits changes.
inline bool NumberLine::put(std::size_t i, Int gained) {
  if (-10 < gained && gained < 10) {
    char& digit = text_[ends_[i] - 1];
    digit = static_cast<char>(digit + gained);
    return ('0' <= digit && digit <= '9') || carry(i);
  }
  std::array<char, most_digits> digits;
  const char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), values_[i]);
  const auto count = static_cast<std::size_t>(end - digits.data());
  if (count != ends_[i] - begins_[i]) return false;
  std::memcpy(text_.data() + begins_[i], digits.data(), count);
  return true;
}

/// Carries or borrows from the i-th number's last digit to the left. Returns false if the number of
/// digits changes.
bool NumberLine::carry(std::size_t i) {
  const char* const first = text_.data() + begins_[i];
  char* digit = text_.data() + ends_[i] - 1;
  const int one = *digit > '9' ? 1 : -1;
  while (digit > first) {
    *digit = static_cast<char>(*digit - 10 * one);
    --digit;
    *digit = static_cast<char>(*digit + one);
    if ('0' <= *digit && *digit <= '9') return *first != '0';
  }
  return false;
}

/// Copies the line `rows` times, and adds its steps after each copy but the last.
inline char* NumberLine::copy(Int rows, char* at) {
  // Copies one piece for all rows before the next piece, beginning at the end of the line. What a
  // row's last piece writes past its end is then overwritten by the next row's first piece.
  for (std::size_t i = (size_ - 1) / piece * piece;; i -= piece) {
    std::array<char, piece> text, gain;
    std::memcpy(text.data(), text_.data() + i, piece);
    std::memcpy(gain.data(), gain_.data() + i, piece);
    char* row = at + i;
    std::memcpy(row, text.data(), piece);
    for (Int k = 1; k < rows; ++k) {
      row += size_;
      for (std::size_t j = 0; j < piece; ++j) text[j] = static_cast<char>(text[j] + gain[j]);
      std::memcpy(row, text.data(), piece);
    }
    std::memcpy(text_.data() + i, text.data(), piece);
    if (i == 0) return at + rows * static_cast<Int>(size_);
  }
}

char* NumberLine::write(std::span<const Int> values, std::span<const Int> steps, Int count,
                        char* at) {
  bool kept = size_ > 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Int gained = values[i] - values_[i];
    if (gained == 0) continue;
    values_[i] = values[i];
    kept = kept && put(i, gained);
  }
  if (!kept) rewrite();
  if (!std::equal(steps.begin(), steps.end(), steps_.begin())) set_steps(steps);
  for (;;) {
    // The number of rows that differ only in last digits.
    Int rows = count;
    for (std::size_t m = 0; m < moving_count_; ++m) {
      const Int step = steps_[moving_[m]];
      const Int digit = text_[ends_[moving_[m]] - 1] - '0';
      // A division would take longer than writing a line.
      const Int left = step == 1 ? 9 - digit : step > 0 ? (9 - digit) / step : digit / -step;
      rows = std::min(rows, left + 1);
    }
    at = copy(rows, at);
    count -= rows;
    const Int ahead = count > 0 ? rows : rows - 1;
    kept = true;
    for (std::size_t m = 0; m < moving_count_; ++m) {
      const std::size_t i = moving_[m];
      values_[i] += ahead * steps_[i];
      if (count > 0) kept = kept && put(i, steps_[i]);
    }
    if (count == 0) return at;
    if (!kept) rewrite();
  }
}

}  // namespace layoutq
