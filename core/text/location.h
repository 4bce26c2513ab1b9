#pragma once

#include <string>
#include <string_view>
#include <utility>
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

  mutable std::vector<std::pair<std::string_view, std::string_view>> definitions_;
  mutable bool sorted_ = true;
};

}  // namespace layoutq
