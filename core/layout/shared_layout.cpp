#include "core/layout/shared_layout.h"

#include <algorithm>

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

Int SharedLayout::numbers_before(Int offset) const {
  if (paddings_.empty()) return std::min(offset, elements());
  Int low = 0;
  for (Int high = elements(); low < high;) {
    const Int middle = low + (high - low) / 2;
    if (this->offset(middle) < offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::optional<Int> SharedLayout::number(Int offset) const {
  const Int first = numbers_before(offset);
  return this->offset(first) == offset ? std::optional(first) : std::nullopt;
}

}  // namespace layoutq
