#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What a mistyped name was meant to be.
namespace layoutq {

/// The candidate that `text` most likely means, or nothing where none is near. A view of the
/// candidate, which must outlive it.
std::optional<std::string_view> closest(std::string_view text,
                                        std::span<const std::string_view> candidates);

/// The same.
inline std::optional<std::string_view> closest(std::string_view text,
                                               const std::vector<std::string>& candidates) {
  return closest(text, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

/// " (did you mean fp16?)", for the end of an error; empty for nothing.
std::string did_you_mean(std::optional<std::string_view> meant);

}  // namespace layoutq
