#include "cmd/report/csv_line.h"

#include <fmt/compile.h>

namespace layoutq {

bool CsvLine::rewrite(std::size_t i, Int value) {
  std::array<char, most_digits> text;
  const char* const end = fmt::format_to(text.data(), FMT_COMPILE("{}"), value);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (digits != ends_[i] - begins_[i]) return false;
  std::memcpy(text_.data() + begins_[i], text.data(), digits);
  values_[i] = value;
  return true;
}

void CsvLine::write(std::span<const Int> values) {
  char* at = text_.data();
  for (std::size_t i = 0; i < values.size(); ++i) {
    values_[i] = values[i];
    begins_[i] = static_cast<std::size_t>(at - text_.data());
    at = fmt::format_to(at, FMT_COMPILE("{}"), values[i]);
    ends_[i] = static_cast<std::size_t>(at - text_.data());
    *at++ = i + 1 < values.size() ? ',' : '\n';
  }
  size_ = static_cast<std::size_t>(at - text_.data());
}

}  // namespace layoutq
