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
  std::string line(std::string_view location) const;

 private:
  std::string line(std::string_view location, int depth) const;

  struct Definition {
    std::string_view name;
    std::string_view text;
    /// What it stands for, once somebody asked; empty while that is being found out, so that names
    /// that go round in circles end, and names that many others share are followed once.
    std::optional<std::string> line = std::nullopt;
  };
  mutable std::vector<Definition> definitions_;
  mutable bool sorted_ = true;
};

}  // namespace layoutq
