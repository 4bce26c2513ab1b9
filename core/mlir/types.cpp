#include "core/mlir/types.h"

#include <algorithm>
#include <charconv>

#include "core/text/brackets.h"

namespace layoutq {

namespace {

/// Returns the width of a scalar: "f32", "bf16", "i1", "f8E4M3FN", "index"; 0 if it has none.
int bits_of(std::string_view scalar) {
  constexpr int pointer_bits = 64;
  if (scalar == "index" || pointee(scalar)) return pointer_bits;
  const std::size_t at = scalar.find_first_of("0123456789");
  if (at == std::string_view::npos || at > 2) return 0;
  int bits = 0;
  const auto read = std::from_chars(scalar.data() + at, scalar.data() + scalar.size(), bits);
  constexpr int most_bits = 128;
  return read.ec == std::errc() && 0 < bits && bits <= most_bits ? bits : 0;
}

bool is_integer(std::string_view scalar) {
  constexpr int most_integer_bits = 64;
  const bool named =
      scalar == "index" || (scalar.size() > 1 && scalar.front() == 'i' &&
                            scalar.find_first_not_of("0123456789", 1) == std::string_view::npos);
  return named && 0 < bits_of(scalar) && bits_of(scalar) <= most_integer_bits;
}

/// Takes the extents that the text begins with, each with the `x` after it: "128x64xf16".
Shape take_extents(std::string_view* text) {
  Shape shape;
  while (shape.rank() < max_rank) {
    Int extent = 0;
    const char* const end = text->data() + text->size();
    const auto read = std::from_chars(text->data(), end, extent);
    if (read.ec != std::errc() || read.ptr == end || *read.ptr != 'x' || extent < 0 ||
        extent > INT32_MAX) {
      break;
    }
    shape.push_back(extent);
    text->remove_prefix(static_cast<std::size_t>(read.ptr + 1 - text->data()));
  }
  return shape;
}

}  // namespace

std::optional<std::string_view> pointee(std::string_view type) {
  constexpr std::string_view prefix = "!tt.ptr<";
  if (!type.starts_with(prefix)) return std::nullopt;
  const auto parts = parts_of(inside(type, prefix.size() - 1));
  return parts.empty() ? std::string_view() : parts.front();
}

ValueType read_value_type(std::string_view text) {
  ValueType type;
  type.text = text;
  type.element_text = text;
  const std::size_t open = text.find('<');
  type.in_memory = text.substr(0, open).ends_with(".memdesc");
  type.tensor = type.in_memory || text.starts_with("tensor<");
  if (type.tensor) {
    // Extents and element, then perhaps an encoding.
    const auto parts = parts_of(inside(text, open));
    type.element_text = parts.empty() ? std::string_view() : parts.front();
    type.shape = take_extents(&type.element_text);
  }
  if (is_integer(type.element_text)) type.element = ValueType::Element::integer;
  const auto points_to = pointee(type.element_text);
  if (points_to) type.element = ValueType::Element::pointer;
  type.bits = bits_of(points_to ? *points_to : type.element_text);
  return type;
}

}  // namespace layoutq
