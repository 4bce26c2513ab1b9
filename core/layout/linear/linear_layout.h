#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/linear/bits.h"
#include "core/layout/place.h"

namespace layoutq {

/// Where the indices 1, 2, 4, … go, a coordinate each; any other index is the xor of these.
using Bases = std::vector<Coordinate>;

/// A layout by its bases: the arithmetic that combines by xor.
///
/// The numbers of a place are read as one number, its bits the register's, then the lane's, the
/// warp's and the block's; a coordinate as one number, too, the element's place in row-major order.
/// Each bit of the first moves some bits of the second, its basis, and
///
///     element = xor of the bases of all bits that are set in the place
///
/// which is what a matrix over bits does to a vector. Every extent and every count is a power of
/// two, so that indices are bits and nothing else.
///
/// Worked by hand, for 32 elements with no register, lane bases 0, 16, 4, 2, 1 and warp bases 0, 8:
/// lane 20 is 4 + 16, bits 2 and 4, hence 4 xor 1 = element 5. Lane bit 0 moves nothing, so lane 21
/// holds 5 too; warp bit 0 neither, so both do in warp 1 as in warp 0. In the same way element 24 =
/// 16 xor 8 is in lanes 2 and 3 of warps 2 and 3.
///
/// Back from an element, the system of equations is solved once, when the layout is built. What
/// moves nothing, the matrix's kernel, says where the copies are: the places of one element are its
/// least place xor every vector of the kernel, equally many for every element.
class LinearLayout {
 public:
  /// Bases as coordinates below the shape, whose extents are powers of two; all elements are
  /// reached, and there are at most 62 bases. The registers of a thread come in repetitions of
  /// 2^`block_bits` where the layout says how large a thread's block is, else in one.
  LinearLayout(const Shape& shape, const Bases& reg, const Bases& lane, const Bases& warp,
               const Bases& block, std::optional<int> block_bits = std::nullopt);

  const Shape& shape() const { return shape_; }
  Int registers() const { return Int{1} << counts_[0]; }
  Int lanes() const { return Int{1} << counts_[1]; }
  Int warps() const { return Int{1} << counts_[2]; }
  Int blocks() const { return Int{1} << counts_[3]; }

  /// As `Layout` has them (core/layout/layout.h).
  Coordinate coordinate(const Place& place) const { return coordinate(element(number(place))); }
  Int holders(const Coordinate&) const { return Int{1} << kernel_.size(); }
  Int copies(Index index) const;
  bool meets(const Region& region) const;
  Run registers_from(const Place& place) const;
  LinearLayout without(int d) const;
  Int copies_min() const { return Int{1} << kernel_.size(); }
  Int copies_max() const { return Int{1} << kernel_.size(); }
  Int threads_per_element() const {
    return copies(Index::block) * copies(Index::warp) * copies(Index::lane);
  }
  Int positions(int d) const;
  Int results(int d) const;
  Int position_sets(int d, Index index) const;
  Tiling tiling(int d) const;
  Int repetitions() const { return Int{1} << (counts_[0] - block_bits_.value_or(counts_[0])); }
  Range repetition(Int i) const;
  Int distinct_registers() const;
  Int distinct_register(Int i) const;
  Int vector_registers(int d, Int most) const;
  std::optional<std::vector<std::vector<Strand>>> strands(const Place& first, Int registers) const;
  std::optional<std::vector<std::vector<Strand>>> block_strands(Int block) const;

  /// The bases of an index, lowest bit first.
  Bases bases(Index index) const;

  // A place and an element as the numbers that the matrix is about.

  Bits number(const Place& place) const;
  Place place(Bits number) const;
  Bits number(const Coordinate& coordinate) const;
  Coordinate coordinate(Bits element) const;
  /// The bits of an index among a place's number: how many, above how many others.
  int bits_of(Index index) const { return counts_[field(index)]; }
  int shift_of(Index index) const;
  /// The element that the place holds.
  Bits element(Bits place) const;
  /// The element that the one bit of a place moves.
  Bits basis(int place_bit) const { return bases_[static_cast<std::size_t>(place_bit)]; }
  /// The least place that holds the element.
  Bits first_place(Bits element) const;
  /// The least place of the element that is this one bit.
  Bits inverse(int element_bit) const { return inverse_[static_cast<std::size_t>(element_bit)]; }
  /// Independent differences between the places of one element, by increasing leading bit; no other
  /// difference, and no least place, has a leading bit of these.
  const std::vector<Bits>& kernel() const { return kernel_; }

 private:
  static constexpr std::size_t field(Index index) {
    return static_cast<std::size_t>(Index::reg) - static_cast<std::size_t>(index);
  }
  /// The bits of an element that are its coordinate along the dimension.
  Bits along(int d) const;
  /// All that the low `place_bits` bits of a place move, seen through a mask.
  BitSpan span(int place_bits, Bits mask) const;
  std::optional<std::vector<std::vector<Strand>>> strands(const BitSpan& span, Bits first) const;

  Shape shape_;
  std::array<int, max_rank> shifts_{};  ///< of each dimension in an element
  std::array<int, 4> counts_{};         ///< bits of register, lane, warp and block
  std::optional<int> block_bits_;
  std::vector<Bits> bases_;
  std::vector<Bits> inverse_;
  std::vector<Bits> kernel_;
};

/// Whether the bases reach every element of the shape, whose extents are powers of two.
bool surjective(const Shape& shape, const std::vector<const Bases*>& bases);

}  // namespace layoutq
