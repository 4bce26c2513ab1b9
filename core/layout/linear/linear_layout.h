#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/linear/bits.h"
#include "core/layout/place.h"

namespace layoutq {

/// The coordinates to which the indices 1, 2, 4, … map. Any other index maps to the xor of the
/// bases of its bits.
using Bases = std::vector<Coordinate>;

/// A layout that is linear over xor: it is defined by where the powers of two go, its bases.
///
/// A small table, filled in step by step
/// -------------------------------------
/// Four warps of four lanes hold a swizzled 4 × 4 tensor, one element per lane. Lane 0 of warp 0
/// holds (0,0). Four bases are given: lane 1 moves to (0,1), lane 2 to (0,2), warp 1 to (1,1) and
/// warp 2 to (2,2). Every other cell is the xor of the bases of its bits, coordinate by coordinate:
///
///              the bases                    then lane 3 and warp 3       then all the others
///     warp       0     1     2     3          0     1     2     3          0     1     2     3
///     lane 0   (0,0) (1,1) (2,2)   .        (0,0) (1,1) (2,2) (3,3)      (0,0) (1,1) (2,2) (3,3)
///     lane 1   (0,1)   .     .     .        (0,1)   .     .     .        (0,1) (1,0) (2,3) (3,2)
///     lane 2   (0,2)   .     .     .        (0,2)   .     .     .        (0,2) (1,3) (2,0) (3,1)
///     lane 3     .     .     .     .        (0,3)   .     .     .        (0,3) (1,2) (2,1) (3,0)
///
/// Lane 3 is lane 1 xor lane 2, so it holds (0,1) xor (0,2) = (0,3). In the same way warp 3 holds
/// (1,1) xor (2,2) = (3,3). Lane 3 of warp 2 holds (0,3) xor (2,2) = (2,1). No sum could give this
/// table: the columns of a row are permuted, which is what a swizzle is for.
///
/// The mathematics
/// ---------------
/// The arithmetic works on numbers instead of tuples. The number of a place has the register's bits
/// lowest, then the lane's, the warp's and the block's. The number of an element is its index in
/// row-major order. Then
///
///     element = xor of the bases of all bits that are set in the place
///
/// is the product of a matrix of bits, whose columns are the bases, and the vector of the place's
/// bits. Above, the columns are 1, 2, 5 and 10, and lane 3 of warp 2 (binary 1011) holds element
/// 1 xor 2 xor 10 = 9, which is (2,1). This only works if every extent and every count is a power
/// of two.
///
/// Copies
/// ------
/// A basis of 0 makes copies. For example, 32 elements have no register bits, lane bases 0, 16, 4,
/// 2, 1 and warp bases 0, 8. Lane 20 has bits 2 and 4, so it holds 4 xor 1 = element 5. Lane bit 0
/// moves nothing, so lane 21 also holds element 5; nor does warp bit 0, so warp 1 holds copies of
/// warp 0. In the same way lanes 2 and 3 of warps 2 and 3 hold element 16 xor 8 = 24.
///
/// The constructor solves the inverse system of equations once. The kernel of the matrix gives the
/// copies: the places of an element are its smallest place xor each vector of the kernel. All
/// elements therefore have the same number of copies.
class LinearLayout {
 public:
  /// Takes the bases as coordinates within the shape, whose extents are powers of two. The bases
  /// must reach all elements, and there must be at most 62. `thread_tile_bits` is the base-2
  /// logarithm of the size of the thread tile, if the layout has one; the registers then come in
  /// repetitions of it.
  LinearLayout(const Shape& shape, const Bases& reg, const Bases& lane, const Bases& warp,
               const Bases& block, std::optional<int> thread_tile_bits = std::nullopt);

  const Shape& shape() const { return shape_; }
  Int registers() const { return Int{1} << counts_[0]; }
  Int lanes() const { return Int{1} << counts_[1]; }
  Int warps() const { return Int{1} << counts_[2]; }
  Int blocks() const { return Int{1} << counts_[3]; }

  // `Layout` documents these (core/layout/layout.h).
  Coordinate coordinate(const Place& place) const { return coordinate(element(number(place))); }
  Int holders(const Coordinate&) const { return Int{1} << kernel_.size(); }
  Run registers_from(const Place& place) const;
  Int repetitions() const {
    return Int{1} << (counts_[0] - thread_tile_bits_.value_or(counts_[0]));
  }
  Range repetition(Int i) const;
  Int distinct_registers() const;
  Int distinct_register(Int i) const;
  LinearLayout without(int d) const;

  /// Returns the bases of an index, lowest bit first.
  Bases bases(Index index) const;
  /// The base-2 logarithm of the size of the thread tile, or nullopt if the layout has none.
  std::optional<int> thread_tile_bits() const { return thread_tile_bits_; }

  // Conversion between tuples and the numbers that the matrix maps.

  Bits number(const Place& place) const;
  Place place(Bits number) const;
  Bits number(const Coordinate& coordinate) const;
  Coordinate coordinate(Bits element) const;
  /// The number of bits of an index in a place's number, and the position of the lowest.
  int bits_of(Index index) const { return counts_[field(index)]; }
  int shift_of(Index index) const;
  /// The number of bits of a place.
  int place_bits() const { return static_cast<int>(bases_.size()); }
  /// Returns the mask of the element bits that are its coordinate along dimension `d`, and the
  /// position of the lowest.
  Bits along(int d) const;
  int shift_of(int d) const { return shifts_[static_cast<std::size_t>(d)]; }
  /// Returns the element that the place holds.
  Bits element(Bits place) const;
  /// Returns the basis of one bit of a place, as the number of an element.
  Bits basis(int place_bit) const { return bases_[static_cast<std::size_t>(place_bit)]; }
  /// Returns the span of the bases of bits low … high − 1 of a place, each masked.
  BitSpan span(int low, int high, Bits mask = ~Bits{0}) const;
  /// Returns the smallest place number that holds the element.
  Bits first_place(Bits element) const;
  /// Returns the smallest place number that holds the element whose number is this one bit.
  Bits inverse(int element_bit) const { return inverse_[static_cast<std::size_t>(element_bit)]; }
  /// A basis of the kernel: the differences (xors) between places that hold the same element.
  /// Ordered by leading bit. The leading bit of each is set in no other, nor in any smallest place.
  const std::vector<Bits>& kernel() const { return kernel_; }

 private:
  static constexpr std::size_t field(Index index) {
    return static_cast<std::size_t>(Index::reg) - static_cast<std::size_t>(index);
  }

  Shape shape_;
  std::array<int, max_rank> shifts_{};  ///< position of each dimension's lowest bit in an element
  std::array<int, 4> counts_{};         ///< number of bits of register, lane, warp and block
  std::optional<int> thread_tile_bits_;
  std::vector<Bits> bases_;
  std::vector<Bits> inverse_;
  std::vector<Bits> kernel_;
};

/// True if the bases reach every element of the shape, whose extents are powers of two.
bool surjective(const Shape& shape, const std::vector<const Bases*>& bases);

}  // namespace layoutq
