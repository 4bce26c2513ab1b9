#pragma once

#include "core/layout/linear/linear_layout.h"

namespace layoutq {

/// Steps through the places that hold an element (see `Owners` in core/layout/owners.h): the
/// smallest place xor each vector of the kernel. The bits of a counter select the kernel's basis
/// vectors. The places come in increasing order, because no leading bit of the kernel is set in the
/// smallest place.
class LinearOwners {
 public:
  LinearOwners(const LinearLayout& layout, const Coordinate& coordinate)
      : layout_(&layout),
        number_(layout.first_place(layout.number(coordinate))),
        place_(layout.place(number_)) {}

  explicit operator bool() const { return (counter_ >> layout_->kernel().size()) == 0; }
  const Place& operator*() const { return place_; }
  void next() {
    // Counting up flips the lowest bits up to the first one that becomes 1.
    const Bits flipped = counter_ ^ (counter_ + 1);
    ++counter_;
    for (std::size_t i = 0; i < layout_->kernel().size(); ++i) {
      if (flipped & bit(static_cast<int>(i))) number_ ^= layout_->kernel()[i];
    }
    place_ = layout_->place(number_);
  }

 private:
  const LinearLayout* layout_;
  Bits counter_ = 0;
  Bits number_;
  Place place_;
};

}  // namespace layoutq
