#pragma once

#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cmd/report/value.h"
#include "core/layout/dims.h"
#include "core/text/brackets.h"

/// Reads the values that people type. Numbers are decimal digits, with a minus sign only for a
/// dimension that is counted from the end. Each function throws Error for anything else. The error
/// begins with `what`, which is the flag or "coordinate", and says what to type instead.
namespace layoutq {

/// All numbers that an Int holds, from 0 on.
inline constexpr Range any_number{0, std::numeric_limits<Int>::max()};

/// Throws the Error for a text that is not among the choices, with the nearest choice if one is
/// near.
[[noreturn]] void throw_no_choice(std::string_view what, std::string_view text,
                                  std::span<const std::string_view> choices);

/// Reads a number in `allowed`.
Int read_number(std::string_view what, std::string_view text, Range allowed);

/// Reads `1,4`, `1x4`, `[1, 4]` or `(1, 4)`: 1 to max_rank numbers, each in `allowed`.
Dims read_list(std::string_view what, std::string_view text, Range allowed);

/// Reads a dimension, −rank … rank − 1, of a tensor of that rank. Returns 0 … rank − 1.
int read_dimension(std::string_view what, std::string_view text, int rank);

/// Reads a list of all dimensions. Returns a permutation of 0 … rank − 1.
Dims read_order(std::string_view what, std::string_view text, int rank);

/// Reads `4`, `4:8`, `4:` or `:8`: a range of one or more numbers of 0 … count − 1. The end is not
/// part of it. Errors call the numbers `things`, as in "lanes".
Range read_range(std::string_view what, std::string_view text, Int count, std::string_view things);

/// Reads a coordinate: a list with an index into each dimension of the shape.
Coordinate read_coordinate(std::string_view text, const Shape& shape);

/// Returns the choice with that name.
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

}  // namespace layoutq
