#pragma once

#include <vector>

#include "core/kinds/shared/shared_description.h"

namespace layoutq {

/// Returns the layouts of shared memory that are worth trying for a tensor, the plainest first: no
/// swizzle and each swizzle of vectors of up to 16 bytes that makes a difference, in row-major and
/// in column-major order; each width of NvmmaShared that fits the shape; and rows padded by a
/// vector of 4 to 16 bytes. No two of them place the elements alike. Extents must be powers of two;
/// elements have 1, 2, 4, 8 or 16 bytes.
std::vector<SharedDescription> swizzles(const Shape& shape, Int element_bytes);

}  // namespace layoutq
