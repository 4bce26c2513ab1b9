#pragma once

#include <stdexcept>

namespace layoutq {

/// Why a question is not answered: one line, without the program's name. Thrown anywhere in `cmd`,
/// caught once, in main, which prints it and exits with 2. `core` throws nothing.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace layoutq
