#pragma once

#include <cstdlib>

namespace layoutq {

/// Ends the program, which tells libFuzzer of a finding, unless what has to hold does.
inline void must(bool holds) {
  if (!holds) std::abort();
}

}  // namespace layoutq
