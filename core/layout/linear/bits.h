#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace layoutq {

/// A vector over the field of two elements: the bits of a number, added by xor.
using Bits = std::uint64_t;

inline constexpr Bits bit(int i) { return Bits{1} << i; }

/// The bits below bit `i`, 0 ≤ i ≤ 64.
inline constexpr Bits bits_below(int i) { return i == 64 ? ~Bits{0} : bit(i) - 1; }

/// Of a power of two.
constexpr int log2_of(std::int64_t power) { return std::countr_zero(static_cast<Bits>(power)); }

/// All xors of some vectors, kept by a basis in reduced echelon form: each vector of the basis has
/// a leading bit, its highest one, that no other has.
class BitSpan {
 public:
  /// Takes one more vector in; false where the span had it already.
  bool add(Bits vector);
  int rank() const { return static_cast<int>(basis_.size()); }
  /// The least of the vectors that differ from this one by a vector of the span.
  Bits reduced(Bits vector) const;
  const std::vector<Bits>& basis() const { return basis_; }

 private:
  std::vector<Bits> basis_;
};

/// A system of linear equations over bits: each says that the xor of some unknown bits is 0 or 1.
class BitEquations {
 public:
  /// Adds that the parity of `unknowns & mask` is `value`; false where no solution is left.
  bool add(Bits mask, bool value);

 private:
  struct Equation {
    Bits mask;
    bool value;
  };
  std::vector<Equation> equations_;  ///< each with a leading bit that no other has
};

}  // namespace layoutq
