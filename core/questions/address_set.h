#pragma once

#include <array>
#include <optional>

#include "core/layout/dims.h"

namespace layoutq {

/// Which sectors a regular set of addresses touches, counted without listing the addresses.
///
/// Addresses are in elements; a sector is `sector_elements` of them, aligned. The set is kept
/// relative to its first address, and the number of sectors for every phase, that is, for every
/// position of that address within a sector: shifting the set by a whole sector changes nothing.
///
/// A set grows by being repeated at a stride or by having another one appended. Where its copies
/// lie one behind the other, their sectors add up, but for one that two neighbours share. Where
/// they overlap, the sectors are known only in three cases: the set is `solid`, that is, it skips
/// no sector between its first and its last address, whatever the phase; the copies fall into the
/// places of an earlier repeat, as in the overlapping windows of a view; addresses themselves are
/// counted, and two strides make them.
class AddressSet {
 public:
  /// The most elements a sector has: 32 of one byte.
  static constexpr Int most_sector_elements = 32;

  /// One address. 1 ≤ sector_elements ≤ most_sector_elements; 1 counts addresses themselves.
  explicit AddressSet(Int sector_elements);

  /// `count` copies of the set, each `stride` ≥ 0 further; false, the set then being of no more
  /// use, where they overlap and the sectors cannot be told.
  bool repeat(Int stride, Int count);
  /// `next` as well, whose first address is `distance` > 0 past the first of this one; false as
  /// above.
  bool append(const AddressSet& next, Int distance);

  /// The number of sectors when the first address is `first` ≥ 0.
  Int sectors(Int first) const { return sectors(pattern_, first); }

 private:
  /// A set, by its extent and its sectors.
  struct Pattern {
    Int width = 0;  ///< from the first address to the last
    bool solid = true;
    std::array<Int, most_sector_elements> sectors{};  ///< by phase
  };

  Int sectors(const Pattern& pattern, Int first) const {
    return pattern.sectors[static_cast<std::size_t>(first % size_)];
  }
  /// Whether addresses `a` ≤ `b` past a first address of that phase lie in one sector.
  bool share(Int phase, Int a, Int b) const { return (phase + a) / size_ == (phase + b) / size_; }
  Pattern solid(Int width) const;
  std::optional<Pattern> repeated(const Pattern& once, Int stride, Int count) const;

  Int size_;
  Pattern pattern_;
  // The last repeat: what it repeated, and how. No repeat has count 1.
  Pattern once_;
  Int stride_ = 1;
  Int count_ = 1;
};

}  // namespace layoutq
