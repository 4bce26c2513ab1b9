#include "core/questions/memory.h"

namespace layoutq {

Int Memory::address(const Coordinate& coordinate) const {
  Int address = offset_bytes / element_bytes;
  for (int d = 0; d < coordinate.rank(); ++d) address += coordinate[d] * strides[d];
  return address;
}

std::optional<Dims> contiguous_strides(const Shape& shape, const Dims& memory_order) {
  Dims strides(shape.rank(), 0);
  Int next = 1;
  for (Int d : memory_order) {
    if (next > Int{1} << 62) return std::nullopt;
    strides[static_cast<int>(d)] = next;
    // The product after the slowest dimension is not a stride, so it may overflow.
    next = checked_multiply(next, shape[static_cast<int>(d)]).value_or(INT64_MAX);
  }
  return strides;
}

bool addressable(const Memory& memory, const Shape& shape) {
  std::optional<Int> last = memory.offset_bytes;
  for (int d = 0; d < shape.rank() && last; ++d) {
    const auto elements = checked_multiply(shape[d] - 1, memory.strides[d]);
    const auto bytes = elements ? checked_multiply(*elements, memory.element_bytes) : std::nullopt;
    last = bytes ? checked_add(*last, *bytes) : std::nullopt;
  }
  return last && checked_add(*last, memory.element_bytes - 1);
}

}  // namespace layoutq
