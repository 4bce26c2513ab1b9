#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

namespace layoutq {

/// The type of every count, extent, step and position. The limits of the kinds keep products in
/// range.
using Int = std::int64_t;

/// The most dimensions a tensor may have.
inline constexpr int max_rank = 8;

/// One number per dimension: a shape, a coordinate, strides, or an order. Holds at most `max_rank`
/// numbers in place, so it is copied like a number.
class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<Int> values) {
    for (Int value : values) push_back(value);
  }
  Dims(int rank, Int value) {
    for (int i = 0; i < rank; ++i) push_back(value);
  }

  int rank() const { return rank_; }
  Int& operator[](int d) {
    assert(0 <= d && d < rank_);
    return values_[static_cast<std::size_t>(d)];
  }
  Int operator[](int d) const {
    assert(0 <= d && d < rank_);
    return values_[static_cast<std::size_t>(d)];
  }
  const Int* begin() const { return values_.data(); }
  const Int* end() const { return values_.data() + rank_; }
  Int* begin() { return values_.data(); }
  Int* end() { return values_.data() + rank_; }

  /// Appends a dimension; the rank must stay within `max_rank`.
  void push_back(Int value) {
    assert(rank_ < max_rank);
    values_[static_cast<std::size_t>(rank_++)] = value;
  }
  /// Inserts `value` before dimension `d`, 0 ≤ d ≤ rank.
  void insert(int d, Int value) {
    push_back(value);
    std::rotate(begin() + d, end() - 1, end());
  }
  /// Removes dimension `d`.
  void erase(int d) {
    assert(0 <= d && d < rank_);
    std::rotate(begin() + d, begin() + d + 1, end());
    --rank_;
  }

  friend bool operator==(const Dims& a, const Dims& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<Int, max_rank> values_{};
  int rank_ = 0;
};

using Shape = Dims;
using Coordinate = Dims;

/// A half-open range of numbers: low, low + 1, … high − 1.
struct Range {
  Int low = 0;
  Int high = 0;

  Int size() const { return high - low; }
  bool contains(Int value) const { return low <= value && value < high; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// Returns a · b, or nullopt if it does not fit an Int.
inline std::optional<Int> checked_multiply(Int a, Int b) {
  Int product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

/// Returns a + b, or nullopt if it does not fit an Int.
inline std::optional<Int> checked_add(Int a, Int b) {
  Int sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

/// Returns the product of all values, 1 if there are no values, or nullopt if it does not fit an
/// Int.
inline std::optional<Int> checked_product(std::span<const Int> values) {
  std::optional<Int> product = 1;
  for (Int value : values) {
    product = checked_multiply(*product, value);
    if (!product) return std::nullopt;
  }
  return product;
}

/// ⌈a / b⌉ for a ≥ 0, b > 0.
constexpr Int ceil_div(Int a, Int b) { return a / b + (a % b != 0 ? 1 : 0); }

/// a mod b in 0 … b − 1, for b > 0 and any a.
constexpr Int floor_mod(Int a, Int b) { return (a % b + b) % b; }

}  // namespace layoutq
