#pragma once

#include <array>
#include <vector>

#include "core/layout/tiled/tiled_layout.h"

namespace layoutq {

/// Steps through the places that hold an element (see `Owners` in core/layout/owners.h).
///
/// Along each axis the holders of a coordinate are ordered. To list the places in order, the walk
/// chooses the parts of all axes one after the other, warps first. Each axis keeps the range of its
/// holders that agree with the parts chosen so far.
class TiledOwners {
 public:
  TiledOwners(const TiledLayout& layout, const Coordinate& coordinate);

  explicit operator bool() const { return !done_; }
  const Place& operator*() const { return place_; }
  void next();

 private:
  /// The choice of one part of the split along one axis.
  struct Level {
    std::size_t axis = 0;
    Int Split::*part = nullptr;
    int above = -1;  ///< the level that chose this axis's previous part, or −1
    Range holders;   ///< the holders that agree with all parts chosen so far
  };

  Range candidates(const Level& level) const;
  void choose_from(Level* level, Int first) const;
  void settle(std::size_t first);

  const TiledLayout* layout_;
  std::array<Int, max_rank> along_{};  ///< the coordinate along each axis, 0 for a dropped one
  std::array<Int, max_rank> holders_{};
  Splits splits_{};
  std::vector<Level> levels_;  ///< for the axes with several holders, most significant first
  Place place_;
  bool done_ = false;
};

}  // namespace layoutq
