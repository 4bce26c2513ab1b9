#include "cmd/closest.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace layoutq {

namespace {

/// Returns the number of letters to insert, delete, replace or swap with a neighbour to turn one
/// word into the other (the Damerau-Levenshtein distance).
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> table(from.size() + 1,
                                              std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const bool same = from[i - 1] == to[j - 1];
      table[i][j] = std::min(
          {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[from.size()][to.size()];
}

}  // namespace

std::optional<std::string_view> closest(std::string_view text,
                                        std::span<const std::string_view> candidates) {
  // At most a third of the letters may be wrong. A word longer than `longest` is not a typing
  // error.
  constexpr std::size_t longest = 40;
  if (text.size() > longest) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t fewest = text.size();
  for (std::string_view candidate : candidates) {
    const std::size_t letters =
        candidate.size() - std::min(candidate.find_first_not_of('-'), candidate.size());
    const std::size_t count = edits(text, candidate);
    if (count < fewest && 3 * count <= letters) {
      fewest = count;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::optional<std::string_view> meant) {
  return meant ? fmt::format(" (did you mean {}?)", *meant) : "";
}

}  // namespace layoutq
