#include "cmd/flags/assertions.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "cmd/error.h"
#include "cmd/flags/read.h"

namespace layoutq {

namespace {

std::variant<Int, double, bool, std::string> read_value(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  const char* const end = text.data() + text.size();
  Int number = 0;
  const auto whole = std::from_chars(text.data(), end, number);
  if (whole.ec == std::errc() && whole.ptr == end) return number;
  double fraction = 0;
  const auto part = std::from_chars(text.data(), end, fraction, std::chars_format::fixed);
  if (part.ec == std::errc() && part.ptr == end) return fraction;
  constexpr double percent = 100;
  if (part.ec == std::errc() && part.ptr + 1 == end && *part.ptr == '%') return fraction / percent;
  return std::string(text);
}

}  // namespace

Assertion read_assertion(std::string_view text) {
  using Comparison = Assertion::Comparison;
  constexpr std::pair<std::string_view, Comparison> comparisons[] = {
      {"==", Comparison::equal},    {"!=", Comparison::different}, {"<=", Comparison::at_most},
      {">=", Comparison::at_least}, {"<", Comparison::less},       {">", Comparison::more}};
  const std::size_t at = text.find_first_of("=!<>");
  const std::string_view column = trimmed(text.substr(0, at));
  if (at != std::string_view::npos && !column.empty()) {
    for (const auto& [spelling, comparison] : comparisons) {
      if (!text.substr(at).starts_with(spelling)) continue;
      const std::string_view value = trimmed(text.substr(at + spelling.size()));
      if (value.empty() || value.find_first_of("=<>") == 0) break;
      return {std::string(text), std::string(column), comparison, read_value(value)};
    }
  }
  throw Error(
      fmt::format("--assert '{}' is not a comparison: write a column, one of == != < <= > >=, and "
                  "a value, as in "
                  "'efficiency >= 0.9'",
                  printable(text)));
}

}  // namespace layoutq
