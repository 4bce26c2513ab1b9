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

/// Returns the exponent of a power of two.
constexpr int log2_of(std::int64_t power) { return std::countr_zero(static_cast<Bits>(power)); }

/// Calls visit(i) for each bit that is set, lowest first.
template <class Visit>
void each_bit(Bits bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

/// The span of some vectors: all of their xors. It is kept as a basis in reduced row echelon form:
/// the leading (highest) bit of each basis vector is set in no other.
class BitSpan {
 public:
  /// Adds a vector. Returns false if the span already contained it.
  bool add(Bits vector);
  int rank() const { return static_cast<int>(basis_.size()); }
  /// Returns the smallest vector that differs from this one by a vector of the span.
  Bits reduced(Bits vector) const;
  const std::vector<Bits>& basis() const { return basis_; }

 private:
  std::vector<Bits> basis_;
};

/// A system of linear equations over bits. Each states that the xor of some unknown bits is 0 or 1.
class BitEquations {
 public:
  /// Adds the equation that the parity of `unknowns & mask` is `value`. Returns false if the system
  /// no longer has a solution.
  bool add(Bits mask, bool value);

 private:
  struct Equation {
    Bits mask;
    bool value;
  };
  std::vector<Equation> equations_;  ///< the leading bit of each mask is set in no other
};

}  // namespace layoutq
