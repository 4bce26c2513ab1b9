#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

/// Parts of a line of MLIR, by its brackets, ( [ { and <. What stands in strings is passed over,
/// and an arrow is no bracket.
namespace layoutq {

/// The text without blanks around it.
std::string_view trimmed(std::string_view text);

/// Where the bracket at `open` is closed; the text's end where it is not.
std::size_t closing(std::string_view text, std::size_t open);
/// What stands between the bracket at `open` and the one that closes it.
std::string_view inside(std::string_view text, std::size_t open);

/// Where a token stands outside strings and brackets, for the first or the last time; npos if it
/// does not.
std::size_t first_outside(std::string_view text, std::string_view token);
std::size_t last_outside(std::string_view text, std::string_view token);

/// The parts that commas outside strings and brackets separate, trimmed; none of an empty text.
std::vector<std::string_view> parts_of(std::string_view text);

}  // namespace layoutq
