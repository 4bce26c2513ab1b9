#pragma once

#include <stdexcept>

namespace layoutq {

/// The reason why a question cannot be answered, and what to type instead: one line, without the
/// program's name. Any part of `cmd` may throw it. Only main catches it, prints it and exits
/// with 2. `core` throws nothing.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace layoutq
