#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Suggestions for mistyped names.
namespace layoutq {

/// Returns the candidate that `text` most likely means, or nullopt if none is close. The result
/// points into the candidate.
std::optional<std::string_view> closest(std::string_view text,
                                        std::span<const std::string_view> candidates);

/// The same, for strings.
inline std::optional<std::string_view> closest(std::string_view text,
                                               const std::vector<std::string>& candidates) {
  return closest(text, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

/// Returns " (did you mean fp16?)" for the end of an error, or an empty text.
std::string did_you_mean(std::optional<std::string_view> meant);

}  // namespace layoutq
