#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutq {

/// The source lines that a module's `#loc… = loc(…)` definitions tell of.
class Locations {
 public:
  /// `text` is what follows `#name = `. Both are referred to.
  void define(std::string_view name, std::string_view text);
  /// The line of the kernel's source, "file.py:12", that `loc(…)` or `#loc3` stands for; empty
  /// where it is unknown. Of a call that was inlined it is the caller's.
  std::string line(std::string_view location);
  /// The lines of what was inlined there, the innermost first, and last the kernel's; only those
  /// that are known.
  std::vector<std::string> stack(std::string_view location);

 private:
  struct Definition {
    std::string_view name;
    std::string_view text;
    std::optional<std::string> line;  ///< once it was asked for; empty while it is worked out
  };

  std::string line(std::string_view location, int depth);
  /// The text of a `#name`, or null.
  Definition* find(std::string_view name);
  /// `left` is how many more locations are looked at: they may lead back to themselves.
  void stack(std::string_view location, int* left, std::vector<std::string>* lines);

  std::vector<Definition> definitions_;
  bool sorted_ = true;
};

}  // namespace layoutq
