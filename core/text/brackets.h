#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

/// Splits a line of MLIR by its brackets: ( [ { and <. Brackets in strings and the > of an arrow do
/// not count.
namespace layoutq {

/// Returns the text without leading and trailing blanks.
std::string_view trimmed(std::string_view text);

/// Returns the position of the bracket that closes the one at `open`, or the end of the text.
std::size_t closing(std::string_view text, std::size_t open);
/// Returns the text between the bracket at `open` and the one that closes it.
std::string_view inside(std::string_view text, std::size_t open);

/// Returns the first or the last position of a token outside strings and brackets, or npos.
std::size_t first_outside(std::string_view text, std::string_view token);
std::size_t last_outside(std::string_view text, std::string_view token);

/// Splits at commas outside strings and brackets, and trims the parts. An empty text has no parts.
std::vector<std::string_view> parts_of(std::string_view text);

}  // namespace layoutq
