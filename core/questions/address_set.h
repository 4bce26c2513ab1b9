#pragma once

#include <array>
#include <optional>

#include "core/layout/dims.h"

namespace layoutq {

/// A regular set of addresses. It counts the sectors that the set touches without listing the
/// addresses.
///
/// Addresses are in elements; a sector is an aligned group of `sector_elements` of them. The set is
/// stored relative to its first address, with the number of sectors for every phase, that is, for
/// every position of the first address within a sector. Shifting the set by a whole sector changes
/// nothing.
///
/// A set grows when it is repeated at a stride or when another set is appended. If the copies
/// follow each other, their sectors add up, except for a sector that two neighbours share. If the
/// copies overlap, the number of sectors is known in three cases only: the set is `solid`, that is,
/// at no phase does it skip a sector between its first and its last address; the copies fall onto
/// positions of an earlier repeat, as in the overlapping windows of a view; or single addresses are
/// counted and two strides generate them.
class AddressSet {
 public:
  /// The largest number of elements in a sector: 32 of one byte each.
  static constexpr Int most_sector_elements = 32;

  /// Makes a set of one address. 1 ≤ sector_elements ≤ most_sector_elements; 1 counts addresses.
  explicit AddressSet(Int sector_elements);

  /// Repeats the set `count` times, each copy `stride` ≥ 0 further than the last. Returns false if
  /// the copies overlap in a way that leaves the number of sectors unknown; do not use the set
  /// then.
  bool repeat(Int stride, Int count);
  /// Adds the addresses of `next`, whose first address lies `distance` > 0 after the first of this
  /// set. Returns false as `repeat` does.
  bool append(const AddressSet& next, Int distance);

  /// Returns the number of sectors if the first address is `first` ≥ 0.
  Int sectors(Int first) const { return sectors(pattern_, first); }

 private:
  /// The extent and the sectors of a set.
  struct Pattern {
    Int width = 0;  ///< from the first address to the last
    bool solid = true;
    std::array<Int, most_sector_elements> sectors{};  ///< by phase
  };

  Int sectors(const Pattern& pattern, Int first) const {
    return pattern.sectors[static_cast<std::size_t>(first % size_)];
  }
  /// True if the addresses `a` ≤ `b` after a first address of that phase lie in one sector.
  bool share(Int phase, Int a, Int b) const { return (phase + a) / size_ == (phase + b) / size_; }
  Pattern solid(Int width) const;
  std::optional<Pattern> repeated(const Pattern& once, Int stride, Int count) const;

  Int size_;
  Pattern pattern_;
  // The set before the last repeat, and that repeat. The count is 1 if nothing was repeated.
  Pattern once_;
  Int stride_ = 1;
  Int count_ = 1;
};

}  // namespace layoutq
