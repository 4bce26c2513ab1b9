#pragma once

#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/layout/dims.h"
#include "core/text/brackets.h"

/// The strict reader of everything that users type. Numbers are decimal digits, with a minus sign
/// only for dimensions that are counted from the end. Each function throws Error with what is wrong
/// and what would be right; `what` names the value there (a flag, "coordinate").
namespace layoutq {

/// All non-negative numbers.
inline constexpr Range any_number{0, std::numeric_limits<Int>::max()};

[[noreturn]] void throw_no_choice(std::string_view what, std::string_view text,
                                  std::span<const std::string_view> choices);

/// Reads a number in `allowed`.
Int read_number(std::string_view what, std::string_view text, Range allowed);

/// Reads `1,4`, `1x4`, `[1, 4]` or `(1, 4)`: 1 to max_rank numbers, each in `allowed`.
Dims read_list(std::string_view what, std::string_view text, Range allowed);

/// Reads a dimension of a tensor of this rank, which may be counted from the end: −rank … rank − 1.
int read_dimension(std::string_view what, std::string_view text, int rank);

/// Reads a permutation of the dimensions 0 … rank − 1.
Dims read_order(std::string_view what, std::string_view text, int rank);

/// Reads a range `4`, `4:8`, `4:` or `:8` within 0 … count − 1. The range must not be empty.
/// `things` names in errors what is counted.
Range read_range(std::string_view what, std::string_view text, Int count, std::string_view things);

/// Reads a coordinate within the shape.
Coordinate read_coordinate(std::string_view text, const Shape& shape);

/// Returns the choice that the text names.
template <class Choice>
Choice read_choice(std::string_view what, std::string_view text,
                   std::initializer_list<std::pair<std::string_view, Choice>> choices) {
  std::vector<std::string_view> names;
  for (const auto& [name, choice] : choices) {
    if (name == text) return choice;
    names.push_back(name);
  }
  throw_no_choice(what, text, names);
}

/// Returns the text in printable form for an error: control characters are escaped, and a long text
/// is cut.
std::string printable(std::string_view text);

}  // namespace layoutq
