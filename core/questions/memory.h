#pragma once

#include <optional>

#include "core/layout/dims.h"

namespace layoutq {

/// Where a tensor lies in global memory. The address of an element is a 256-byte boundary +
/// offset_bytes + element_bytes · Σ coordinate · stride.
struct Memory {
  Int element_bytes = 4;  ///< 1, 2, 4, 8 or 16
  Dims strides;           ///< in elements, 0 or more, at most 2^62
  Int offset_bytes = 0;   ///< a multiple of element_bytes

  /// Returns the address in elements, from the boundary.
  Int address(const Coordinate& coordinate) const;
};

/// Returns the strides of a tensor without gaps whose dimensions lie in memory in this order,
/// fastest first, or nullopt if a stride exceeds 2^62.
std::optional<Dims> contiguous_strides(const Shape& shape, const Dims& memory_order);

/// True if every byte of the tensor has an address below 2^63.
bool addressable(const Memory& memory, const Shape& shape);

}  // namespace layoutq
