#include "core/questions/address_set.h"

#include <numeric>

namespace layoutq {

AddressSet::AddressSet(Int sector_elements) : size_(sector_elements), pattern_(solid(0)) {}

AddressSet::Pattern AddressSet::solid(Int width) const {
  Pattern pattern{.width = width, .solid = true, .sectors = {}};
  for (Int phase = 0; phase < size_; ++phase) {
    pattern.sectors[static_cast<std::size_t>(phase)] = (phase + width) / size_ + 1;
  }
  return pattern;
}

std::optional<AddressSet::Pattern> AddressSet::repeated(const Pattern& once, Int stride,
                                                        Int count) const {
  const Int width = once.width + stride * (count - 1);
  // No gap is wider than a sector, so the set skips no sector.
  if (once.solid && stride <= once.width + size_) return solid(width);
  if (stride <= once.width) return std::nullopt;

  Pattern pattern{.width = width, .solid = false, .sectors = {}};
  // The phases of the copies repeat after `period` copies.
  const Int period = size_ / std::gcd(stride, size_);
  for (Int phase = 0; phase < size_; ++phase) {
    Int& sum = pattern.sectors[static_cast<std::size_t>(phase)];
    for (Int i = 0; i < std::min(period, count); ++i) {
      const Int copies = (count - 1 - i) / period + 1;
      const Int at = (phase + i * (stride % size_)) % size_;
      sum += copies * sectors(once, at);
      // Every copy but the last has a next one, with which it may share a sector.
      const bool has_last = (count - 1 - i) % period == 0;
      if (share(at, once.width, stride)) sum -= copies - (has_last ? 1 : 0);
    }
  }
  return pattern;
}

bool AddressSet::repeat(Int stride, Int count) {
  if (count == 1 || stride == 0) return true;
  if (size_ == 1 && count_ > 1 && once_.width == 0 && !pattern_.solid && stride <= pattern_.width) {
    // Two combinations of the strides give the same address if one takes the first stride more
    // often and the other takes the second more often, by their common multiple. Counts only the
    // first.
    const Int common = std::gcd(stride_, stride);
    const Int meets =
        std::max<Int>(count_ - stride / common, 0) * std::max<Int>(count - stride_ / common, 0);
    pattern_ = {.width = pattern_.width + stride * (count - 1),
                .solid = false,
                .sectors = {count_ * count - meets}};
    count_ = 1;
    return true;
  }
  // Copies at multiples of the last repeat's stride, without a gap, only lengthen that repeat.
  if (count_ > 1 && stride % stride_ == 0 && stride / stride_ <= count_) {
    count_ += stride / stride_ * (count - 1);
  } else {
    once_ = pattern_;
    stride_ = stride;
    count_ = count;
  }
  const auto pattern = repeated(once_, stride_, count_);
  if (pattern) pattern_ = *pattern;
  return pattern.has_value();
}

bool AddressSet::append(const AddressSet& next, Int distance) {
  count_ = 1;
  if (pattern_.solid && next.pattern_.solid && distance <= pattern_.width + size_) {
    pattern_ = solid(std::max(pattern_.width, distance + next.pattern_.width));
    return true;
  }
  if (distance <= pattern_.width) return false;
  for (Int phase = 0; phase < size_; ++phase) {
    Int& sum = pattern_.sectors[static_cast<std::size_t>(phase)];
    sum +=
        next.sectors(phase + distance % size_) - (share(phase, pattern_.width, distance) ? 1 : 0);
  }
  pattern_.width = distance + next.pattern_.width;
  pattern_.solid = false;
  return true;
}

}  // namespace layoutq
