#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutq {

/// The source locations that a module defines: `#loc3 = loc(…)`.
class Locations {
 public:
  /// Adds a definition. `text` is what follows `#name = `. Keeps references to both.
  void define(std::string_view name, std::string_view text);
  /// Returns the line of the kernel's source, "file.py:12", that `loc(…)` or `#loc3` stands for;
  /// empty if it is unknown. For an inlined call it is the line of the caller.
  std::string line(std::string_view location);
  /// Returns the lines of an inlined call, innermost first, the kernel's line last. Unknown lines
  /// are left out.
  std::vector<std::string> stack(std::string_view location);

 private:
  struct Definition {
    std::string_view name;
    std::string_view text;
    std::optional<std::string> line;  ///< memoized by `line`; empty while it is being computed
  };

  std::string line(std::string_view location, int depth);
  /// Returns the definition of `#name`, or nullptr.
  Definition* find(std::string_view name);
  /// `left` bounds the locations that are followed, since they may refer to themselves.
  void stack(std::string_view location, int* left, std::vector<std::string>* lines);

  std::vector<Definition> definitions_;
  bool sorted_ = true;
};

}  // namespace layoutq
