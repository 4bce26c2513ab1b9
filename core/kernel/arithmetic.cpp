#include "core/kernel/arithmetic.h"

#include <charconv>

namespace layoutq {

namespace {

/// What stands behind an operation's name, and attributes that come first.
std::string_view behind_name(const Operation& operation) {
  std::string_view text = operation.text;
  const auto skip = [&](std::size_t end) {
    text.remove_prefix(std::min(end, text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  };
  skip(text.find(' '));
  if (text.starts_with('{')) skip(std::min(text.find('}'), text.size()) + 1);
  return text;
}

}  // namespace

std::string_view predicate_of(const Operation& operation) {
  const std::string_view text = behind_name(operation);
  return text.substr(0, text.find(','));
}

std::optional<Int> constant_of(const Operation& operation, const ValueType& type) {
  if (type.element != ValueType::Element::integer) return std::nullopt;
  std::string_view text = behind_name(operation);
  constexpr std::string_view dense = "dense<";
  if (text.starts_with(dense)) text = text.substr(dense.size(), text.find('>') - dense.size());
  if (text == "true") return 1;
  if (text == "false") return 0;
  Int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  // Behind a number of hexadecimal digits or a fraction comes a letter.
  if (read.ptr != text.data() + text.size() && *read.ptr != ' ') return std::nullopt;
  return wrapped(number, type.bits);
}

}  // namespace layoutq
