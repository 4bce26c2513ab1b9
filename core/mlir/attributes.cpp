#include "core/mlir/attributes.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/mlir/integers.h"
#include "core/mlir/modules.h"
#include "core/text/brackets.h"

namespace layoutq {

namespace {

/// Returns what follows the operation's name and the attributes that may come first.
std::string_view after_name(std::string_view text) {
  const auto skip = [&](std::size_t end) {
    text.remove_prefix(std::min(end, text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  };
  skip(text.find(' '));
  if (text.starts_with('{')) skip(std::min(text.find('}'), text.size()) + 1);
  return text;
}

/// Returns the text after `name = `, up to the next comma or closing bracket outside brackets;
/// nullopt if there is no such attribute.
std::optional<std::string_view> find(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::string_view after = text.substr(at + name.size());
    if (at == 0 || is_name_character(text[at - 1]) || !after.starts_with(" = ")) continue;
    const std::string_view value = after.substr(3);
    int depth = 0;
    const auto ends = [&](char c) {
      if (c == '[' || c == '<' || c == '(' || c == '{') ++depth;
      if (c == ']' || c == '>' || c == ')' || c == '}') --depth;
      return depth < 0 || (depth == 0 && c == ',');
    };
    const auto end = std::find_if(value.begin(), value.end(), ends);
    return trimmed(value.substr(0, static_cast<std::size_t>(end - value.begin())));
  }
  return std::nullopt;
}

std::optional<Int> find_number(std::string_view text, std::string_view name) {
  const auto value = find(text, name);
  if (!value) return std::nullopt;
  Int number = 0;
  const auto read = std::from_chars(value->data(), value->data() + value->size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// Returns the numbers of `dense<64> : …`, `dense<[1, 64]> : …` or `array<i32: 1, 0>`.
std::vector<Int> numbers_of(std::string_view value) {
  std::vector<Int> numbers;
  value = value.substr(0, value.find('>'));
  if (const std::size_t colon = value.find(':'); colon != std::string_view::npos) {
    value.remove_prefix(colon);
  }
  const char* const end = value.data() + value.size();
  for (const char* i = value.data(); i < end; ++i) {
    Int number = 0;
    const auto read = std::from_chars(i, end, number);
    if (read.ec != std::errc()) continue;
    numbers.push_back(number);
    i = read.ptr - 1;
  }
  return numbers;
}

std::vector<Int> promise(std::string_view text, std::string_view name) {
  const auto value = find(text, name);
  if (!value) return {};
  std::vector<Int> numbers = numbers_of(*value);
  std::erase_if(numbers, [](Int number) { return number <= 0; });
  for (Int& number : numbers) number = std::min(number, most_divisibility);
  return numbers;
}

std::optional<Predicate> read_predicate(std::string_view text) {
  constexpr std::array<std::string_view, 10> names{"eq",  "ne",  "slt", "sle", "sgt",
                                                   "sge", "ult", "ule", "ugt", "uge"};
  text = after_name(text);
  const auto found = std::find(names.begin(), names.end(), text.substr(0, text.find(',')));
  return found == names.end() ? std::nullopt
                              : std::optional(static_cast<Predicate>(found - names.begin()));
}

std::optional<Int> read_constant(std::string_view text, const ValueType& type) {
  if (type.element != ValueType::Element::integer) return std::nullopt;
  text = after_name(text);
  constexpr std::string_view dense = "dense<";
  if (text.starts_with(dense)) text = text.substr(dense.size(), text.find('>') - dense.size());
  if (text == "true") return 1;
  if (text == "false") return 0;
  Int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  // A letter follows the digits that hexadecimal numbers and fractions begin with.
  if (read.ptr != text.data() + text.size() && *read.ptr != ' ') return std::nullopt;
  return wrapped(number, type.bits);
}

/// Returns the launch's axis that a line ends with: `tt.get_program_id y`. It is x if missing.
int launch_axis(std::string_view text) {
  const std::size_t last = text.find_last_not_of(' ');
  const char axis = last == std::string_view::npos ? 'x' : text[last];
  return 'x' <= axis && axis <= 'z' ? axis - 'x' : -1;
}

}  // namespace

Attributes read_attributes(Op op, std::string_view text, const ValueType& result) {
  Attributes attributes;
  switch (op) {
    case Op::constant:
      attributes.constant = read_constant(text, result);
      break;
    case Op::compare:
      attributes.predicate = read_predicate(text);
      break;
    case Op::program_id:
    case Op::program_count:
      attributes.axis = launch_axis(text);
      break;
    case Op::make_range:
      attributes.range = {find_number(text, "start").value_or(0),
                          find_number(text, "end").value_or(0)};
      break;
    case Op::expand_dims:
    case Op::reduce:
    case Op::scan:
      attributes.axis =
          static_cast<int>(std::clamp<Int>(find_number(text, "axis").value_or(-1), -1, max_rank));
      break;
    case Op::transpose:
      if (const auto value = find(text, "order")) {
        for (Int d : numbers_of(*value)) {
          if (attributes.order.rank() < max_rank) attributes.order.push_back(d);
        }
      }
      break;
    case Op::reshape:
      attributes.may_reorder = text.find("allow_reorder") != std::string_view::npos;
      break;
    case Op::load:
      attributes.is_volatile = find(text, "isVolatile") == "true";
      break;
    case Op::async_copy:
      attributes.contiguity = find_number(text, "contiguity").value_or(1);
      break;
    default:
      break;
  }
  if (text.find("tt.", 1) != std::string_view::npos) {
    attributes.promised_contiguity = promise(text, "tt.contiguity");
    attributes.promised_divisibility = promise(text, "tt.divisibility");
    attributes.promised_constancy = promise(text, "tt.constancy");
  }
  return attributes;
}

}  // namespace layoutq
