#pragma once

#include <string>
#include <variant>

#include "core/layout/dims.h"

namespace layoutq {

/// A comparison that must hold for every row of an answer: `efficiency >= 0.9`.
struct Assertion {
  enum class Comparison { equal, different, less, at_most, more, at_least };

  std::string text;  ///< as it was typed
  std::string column;
  Comparison comparison = Comparison::equal;
  std::variant<Int, double, bool, std::string> value;

  /// True if the comparison holds for two values whose `<=>` is `ordering`.
  template <class Ordering>
  bool holds(Ordering ordering) const {
    switch (comparison) {
      case Comparison::equal:
        return ordering == 0;
      case Comparison::different:
        return ordering != 0;
      case Comparison::less:
        return ordering < 0;
      case Comparison::at_most:
        return ordering <= 0;
      case Comparison::more:
        return ordering > 0;
      case Comparison::at_least:
        return ordering >= 0;
    }
    return false;
  }
};

}  // namespace layoutq
