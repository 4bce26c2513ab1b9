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

/// The one strict reader of what people type. Numbers are decimal digits, with a minus sign only
/// where counting from the end makes sense. Each function takes `what` it reads (a flag,
/// "coordinate") for its Error, which says what is wrong and what would be right.
namespace layoutq {

/// Every number from 0 on that a reader can tell from others.
inline constexpr Range any_number{0, std::numeric_limits<Int>::max()};

[[noreturn]] void throw_no_choice(std::string_view what, std::string_view text,
                                  std::span<const std::string_view> choices);

/// A number in `allowed`.
Int read_number(std::string_view what, std::string_view text, Range allowed);

/// `1,4`, `1x4`, `[1, 4]` or `(1, 4)`: one number or more, at most max_rank, each in `allowed`.
Dims read_list(std::string_view what, std::string_view text, Range allowed);

/// A dimension of a tensor of that rank, also counted from the end: −rank … rank − 1.
int read_dimension(std::string_view what, std::string_view text, int rank);

/// A list of dimensions, one for each of the tensor's: a permutation of 0 … rank − 1.
Dims read_order(std::string_view what, std::string_view text, int rank);

/// `4`, `4:8`, `4:` or `:8` of 0 … count − 1; `things` names what is counted. Not empty, not past
/// the end.
Range read_range(std::string_view what, std::string_view text, Int count, std::string_view things);

/// A coordinate within the shape: a list of the shape's rank.
Coordinate read_coordinate(std::string_view text, const Shape& shape);

/// What the text names among the choices.
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

/// The text as it may stand in a line of an error: control characters escaped, a long one cut.
std::string printable(std::string_view text);

}  // namespace layoutq
