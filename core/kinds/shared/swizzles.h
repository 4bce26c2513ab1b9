#pragma once

#include <vector>

#include "core/kinds/shared/shared_description.h"

namespace layoutq {

/// The layouts in shared memory that are worth trying for a tensor, the plainest first: without a
/// swizzle, each swizzle of vectors of up to 16 bytes that makes a difference, in row-major and in
/// column-major order; each width of an NvmmaShared that the shape has room for; and rows padded by
/// a vector of 4 to 16 bytes. No two of them place the elements alike. Shapes of powers of two, of
/// rank 1 or more; elements of 1, 2, 4, 8 or 16 bytes.
std::vector<SharedDescription> swizzles(const Shape& shape, Int element_bytes);

}  // namespace layoutq
