#pragma once

#include <cstdlib>

namespace layoutq {

/// Aborts if `holds` is false, which libFuzzer reports as a finding.
inline void must(bool holds) {
  if (!holds) std::abort();
}

}  // namespace layoutq
