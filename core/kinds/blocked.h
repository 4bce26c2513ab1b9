#pragma once

#include "core/kinds/description.h"

namespace layoutq {

/// The blocked layout on a tensor of that shape (one extent per dimension): the tile repeats until
/// it covers the shape, and wraps where it is larger. As Triton's BlockedEncodingAttr has it.
Layout build_blocked(const Blocked& blocked, const Shape& shape, Registers registers);

}  // namespace layoutq
