#include "core/questions/address_set.h"

#include <numeric>

namespace layoutq {

AddressSet::AddressSet(Int sector_elements) : size_(sector_elements) { make_solid(0); }

void AddressSet::make_solid(Int width) {
  width_ = width;
  solid_ = true;
  for (Int phase = 0; phase < size_; ++phase) {
    sectors_[static_cast<std::size_t>(phase)] = (phase + width) / size_ + 1;
  }
}

bool AddressSet::repeat(Int stride, Int count) {
  if (count == 1 || stride == 0) return true;
  const Int width = width_ + stride * (count - 1);
  // No gap is wider than a sector, so none is skipped.
  if (solid_ && stride <= width_ + size_) {
    make_solid(width);
    return true;
  }
  if (stride <= width_) return false;

  // The copies' phases come again after `period` of them.
  const Int period = size_ / std::gcd(stride, size_);
  std::array<Int, most_sector_elements> repeated{};
  for (Int phase = 0; phase < size_; ++phase) {
    Int sum = 0;
    for (Int i = 0; i < std::min(period, count); ++i) {
      const Int copies = (count - 1 - i) / period + 1;
      const Int at = (phase + i * stride) % size_;
      sum += copies * sectors(at);
      // Those but the very last have a neighbour to share a sector with.
      const bool has_last = (count - 1 - i) % period == 0;
      if (share(at, width_, stride)) sum -= copies - (has_last ? 1 : 0);
    }
    repeated[static_cast<std::size_t>(phase)] = sum;
  }
  sectors_ = repeated;
  width_ = width;
  solid_ = false;
  return true;
}

bool AddressSet::append(const AddressSet& next, Int distance) {
  if (solid_ && next.solid_ && distance <= width_ + size_) {
    make_solid(std::max(width_, distance + next.width_));
    return true;
  }
  if (distance <= width_) return false;
  for (Int phase = 0; phase < size_; ++phase) {
    Int& sectors = sectors_[static_cast<std::size_t>(phase)];
    sectors += next.sectors(phase + distance) - (share(phase, width_, distance) ? 1 : 0);
  }
  width_ = distance + next.width_;
  solid_ = false;
  return true;
}

}  // namespace layoutq
