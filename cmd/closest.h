#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Finds the name that a mistyped one was meant to be.
namespace layoutq {

/// Returns the candidate that takes the fewest edits, or nullopt if all take too many. The result
/// refers to the candidate's text, which must outlive it.
std::optional<std::string_view> closest(std::string_view text,
                                        std::span<const std::string_view> candidates);

/// Does the same for strings.
inline std::optional<std::string_view> closest(std::string_view text,
                                               const std::vector<std::string>& candidates) {
  return closest(text, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

/// Returns " (did you mean fp16?)" for the end of an error, or "" for nullopt.
std::string did_you_mean(std::optional<std::string_view> meant);

}  // namespace layoutq
