#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/layout/dims.h"

namespace layoutq {

/// What every row of an answer is to fulfil: `efficiency >= 0.9`.
struct Assertion {
  enum class Comparison { equal, different, less, at_most, more, at_least };

  std::string text;  ///< as given
  std::string column;
  Comparison comparison = Comparison::equal;
  std::variant<Int, double, bool, std::string> value;

  /// Whether the comparison holds between two values with that ordering to each other.
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

/// COLUMN OP VALUE, with OP one of ==, !=, <, <=, >, >= and VALUE a number (also a fraction, or a
/// percentage as in 90%), true, false or a word. Error for anything else.
Assertion read_assertion(std::string_view text);

}  // namespace layoutq
