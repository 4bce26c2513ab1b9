#include "cmd/report/csv_line.h"

#include <fmt/compile.h>

namespace layoutq {

bool CsvLine::rewrite(std::size_t i, Int value) {
  Number& number = numbers_[i];
  std::array<char, most_digits> text;
  const char* const end = fmt::format_to(text.data(), FMT_COMPILE("{}"), value);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (digits != number.end - number.begin) return false;
  std::memcpy(text_.data() + number.begin, text.data(), digits);
  number.value = value;
  number.last_digit = end[-1] - '0';
  return true;
}

void CsvLine::write(std::span<const Int> values) {
  count_ = values.size();
  char* at = text_.data();
  for (std::size_t i = 0; i < count_; ++i) {
    const auto begin = static_cast<std::size_t>(at - text_.data());
    at = fmt::format_to(at, FMT_COMPILE("{}"), values[i]);
    numbers_[i] = {.value = values[i],
                   .last_digit = at[-1] - '0',
                   .begin = begin,
                   .end = static_cast<std::size_t>(at - text_.data())};
    *at++ = i + 1 < count_ ? ',' : '\n';
  }
  size_ = static_cast<std::size_t>(at - text_.data());
}

}  // namespace layoutq
