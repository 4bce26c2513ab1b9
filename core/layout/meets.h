#pragma once

#include "core/layout/layout.h"

namespace layoutq {

/// True if a place of the region holds an element of the region. The cost does not depend on the
/// size of the region, so that bisection finds the first such place or element
/// (core/layout/walk.h).
bool meets(const Layout& layout, const Region& region);

}  // namespace layoutq
