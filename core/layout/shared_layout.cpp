#include "core/layout/shared_layout.h"

#include <bit>

namespace layoutq {

SharedLayout::SharedLayout(LinearLayout numbers, std::vector<Padding> paddings)
    : numbers_(std::move(numbers)), paddings_(std::move(paddings)) {
  std::erase_if(paddings_, [&](const Padding& padding) { return padding.interval >= elements(); });
}

Int SharedLayout::offset(Int number) const {
  Int offset = number;
  for (const Padding& padding : paddings_) offset += number / padding.interval * padding.elements;
  return offset;
}

std::optional<Int> SharedLayout::number(Int offset) const {
  if (paddings_.empty()) return offset;
  // Offsets grow with the numbers: the greatest number whose offset is not past this one.
  Int found = 0;
  for (Int bit = static_cast<Int>(std::bit_floor(static_cast<Bits>(elements()))); bit > 0;
       bit /= 2) {
    if (found + bit < elements() && this->offset(found + bit) <= offset) found += bit;
  }
  return this->offset(found) == offset ? std::optional(found) : std::nullopt;
}

}  // namespace layoutq
