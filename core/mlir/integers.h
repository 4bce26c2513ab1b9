#pragma once

#include <algorithm>
#include <bit>

#include "core/layout/dims.h"
#include "core/layout/linear/bits.h"

/// MLIR's integers, which have a width in bits and wrap around. An Int holds one with its sign; an
/// integer of one bit is 0 or 1.
namespace layoutq {

/// Returns the low `bits` bits of a number, sign-extended; the number itself if it has no such
/// width.
constexpr Int wrapped(Int value, int bits) {
  if (bits < 1 || bits >= 64) return value;
  if (bits == 1) return value & 1;
  const auto shifted = static_cast<Bits>(value) << (64 - bits);
  return static_cast<Int>(shifted) >> (64 - bits);
}

/// Returns the low `bits` bits of a number as an unsigned number.
constexpr Bits unsigned_of(Int value, int bits) {
  return static_cast<Bits>(value) & bits_below(std::min(bits, 64));
}

/// The greatest divisibility. It stands for the divisibility of 0, and bounds products.
inline constexpr Int most_divisibility = Int{1} << 62;

/// Returns the greatest power of two that divides a number, at most `most_divisibility`.
constexpr Int power_of_two_in(Int value) {
  return value == 0 ? most_divisibility
                    : static_cast<Int>(Bits{1}
                                       << std::min(62, std::countr_zero(static_cast<Bits>(value))));
}

/// Returns the product of two divisibilities, at most `most_divisibility`.
constexpr Int bounded_product(Int a, Int b) {
  Int product = 0;
  return __builtin_mul_overflow(a, b, &product) ? most_divisibility
                                                : std::min(product, most_divisibility);
}

}  // namespace layoutq
