#pragma once

#include <stdexcept>

namespace layoutq {

/// The reason why a question is not answered: one line, without the program's name. Any function in
/// `cmd` may throw it; main catches it, prints it and exits with 2. `core` throws nothing.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace layoutq
