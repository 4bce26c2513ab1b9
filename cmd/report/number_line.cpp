#include "cmd/report/number_line.h"

#include <fmt/compile.h>

#include <algorithm>
#include <cstring>

namespace layoutq {

NumberLine::NumberLine(std::vector<std::string> before, std::string after)
    : before_(std::move(before)), after_(std::move(after)) {
  std::size_t most = after_.size();
  for (const std::string& text : before_) most += text.size() + most_digits;
  text_.resize((most + piece - 1) / piece * piece);
  gain_.resize(text_.size());
}

void NumberLine::rewrite(std::span<const Int> values) {
  char* at = text_.data();
  const auto put = [&](const std::string& text) { at = std::copy(text.begin(), text.end(), at); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    put(before_[i]);
    values_[i] = values[i];
    begins_[i] = static_cast<std::size_t>(at - text_.data());
    at = fmt::format_to(at, FMT_COMPILE("{}"), values[i]);
    ends_[i] = static_cast<std::size_t>(at - text_.data());
  }
  put(after_);
  size_ = static_cast<std::size_t>(at - text_.data());
}

/// Makes the i-th number this one; false where that takes another number of digits.
bool NumberLine::change(std::size_t i, Int value) {
  const Int gained = value - values_[i];
  if (gained == 0) return true;
  values_[i] = value;
  char* const first = text_.data() + begins_[i];
  char* digit = text_.data() + ends_[i] - 1;
  if (gained <= -10 || gained >= 10) {
    std::array<char, most_digits> digits;
    const char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), value);
    const auto count = static_cast<std::size_t>(end - digits.data());
    if (count != ends_[i] - begins_[i]) return false;
    std::memcpy(first, digits.data(), count);
    return true;
  }
  *digit = static_cast<char>(*digit + gained);
  if ('0' <= *digit && *digit <= '9') return true;
  // Carries or borrows one to the left, until a digit takes it.
  const int one = gained > 0 ? 1 : -1;
  while (digit > first) {
    *digit = static_cast<char>(*digit - 10 * one);
    --digit;
    *digit = static_cast<char>(*digit + one);
    if ('0' <= *digit && *digit <= '9') return *first != '0' || digit > first;
  }
  return false;
}

void NumberLine::set(std::span<const Int> values) {
  bool kept = size_ > 0;
  for (std::size_t i = 0; i < values.size() && kept; ++i) kept = change(i, values[i]);
  if (!kept) rewrite(values);
}

Int NumberLine::write(std::span<const Int> values, std::span<const Int> steps, Int count,
                      char** at) {
  set(values);
  Int rows = std::min(count, Int{most_rows});
  std::array<std::size_t, most_numbers> moving;
  std::size_t moving_numbers = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] == 0) continue;
    const Int digit = text_[ends_[i] - 1] - '0';
    // A division takes longer than a line.
    const Int left = steps[i] == 1  ? 9 - digit
                     : steps[i] > 0 ? (9 - digit) / steps[i]
                                    : digit / -steps[i];
    rows = std::min(rows, left + 1);
    moving[moving_numbers++] = i;
  }
  if (rows > 1) {
    for (std::size_t m = 0; m < moving_numbers; ++m) {
      const std::size_t i = moving[m];
      gain_[ends_[i] - 1] = static_cast<char>(steps[i]);
      values_[i] += (rows - 1) * steps[i];
    }
  }
  char* row = *at;
  for (Int k = 0; k < rows; ++k) {
    for (std::size_t i = 0; i < size_; i += piece) {
      // The first row stands there already.
      if (k > 0) {
        for (std::size_t j = i; j < i + piece; ++j) {
          text_[j] = static_cast<char>(text_[j] + gain_[j]);
        }
      }
      std::memcpy(row + i, text_.data() + i, piece);
    }
    row += size_;
  }
  if (rows > 1) {
    for (std::size_t m = 0; m < moving_numbers; ++m) gain_[ends_[moving[m]] - 1] = 0;
  }
  *at = row;
  return rows;
}

}  // namespace layoutq
