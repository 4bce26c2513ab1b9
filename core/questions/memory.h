#pragma once

#include <optional>

#include "core/layout/dims.h"

namespace layoutq {

/// Where a tensor lies in global memory: an element's address is a 256-byte boundary + offset_bytes
/// + element_bytes · Σ coordinate · stride.
struct Memory {
  Int element_bytes = 4;  ///< 1, 2, 4, 8 or 16
  Dims strides;           ///< in elements, 0 or more, at most 2^62
  Int offset_bytes = 0;   ///< a multiple of element_bytes

  /// In elements, from the boundary on.
  Int address(const Coordinate& coordinate) const;
};

/// The strides of a tensor without gaps whose dimensions lie in memory in that order, fastest
/// first; nothing where one passes 2^62.
std::optional<Dims> contiguous_strides(const Shape& shape, const Dims& memory_order);

/// Whether every byte of the tensor has an address below 2^63.
bool addressable(const Memory& memory, const Shape& shape);

}  // namespace layoutq
