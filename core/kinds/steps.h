#pragma once

#include <array>
#include <optional>

#include "core/layout/dims.h"
#include "core/layout/layout.h"

namespace layoutq {

/// Where the CTAs of a cluster lie, and which part of a tensor each has.
struct Cluster {
  Bases cga_layout;  ///< in units of a CTA's shape; empty: one CTA

  /// Returns the number of CTAs that lie side by side along dimension d.
  Int split(int d) const;
  Shape shape_per_cta(const Shape& shape) const;
  /// Returns the shape of all CTAs together, from the shape that each has.
  Shape shape_of_all(const Shape& shape_per_cta) const;
};

/// Which registers of a thread a layout numbers: all, or only those that hold an element which no
/// lower register of the lane holds. A slice numbers the latter, and so does its parent while the
/// slice is built.
enum class Registers { all, distinct };

/// Builds a layout step by step, as Triton describes its hardware layouts. Each step appends bits
/// to an index, fastest bits first. The bits move along one dimension, in multiples of the extent
/// that earlier steps have covered there. All factors are powers of two.
///
/// For example, in one dimension: move(reg, 2, 0) gives register 1 a step of 1; then move(lane, 4,
/// 0) gives lanes 1 and 2 steps of 2 and 4; 8 elements are covered.
class Steps {
 public:
  explicit Steps(int rank) : covered_(rank, 1) {}

  /// Appends bits to the index that move along dimension d and extend what is covered by `factor`.
  void move(Index index, Int factor, int d);
  /// Appends bits to the index that move nothing and so make `factor` copies.
  void copy(Index index, Int factor);
  /// Appends a bit to the index with this basis. The caller then calls `cover` itself.
  void move_to(Index index, const Coordinate& basis);
  void cover(int d, Int extent) { covered_[d] = extent; }
  /// Appends registers that cover the rest of the extent along d.
  void grow(int d, Int extent);

  int rank() const { return covered_.rank(); }
  const Dims& covered() const { return covered_; }
  int bits(Index index) const { return static_cast<int>(bases(index).size()); }

  /// Drops the registers that move to or past the end of the shape.
  void drop_registers_past(const Shape& shape);
  /// Fits the steps to the part of the shape that one CTA has. Where the steps are smaller,
  /// registers repeat them, dimension by dimension in `order`; where they are larger, they become
  /// copies. Then places the CTAs.
  void fit(const Shape& shape, const Dims& order, const Cluster& cluster);

  const Bases& bases(Index index) const { return bases_[static_cast<std::size_t>(index)]; }

 private:
  Bases& bases(Index index) { return bases_[static_cast<std::size_t>(index)]; }
  Coordinate along(int d, Int distance) const;

  Dims covered_;
  std::array<Bases, 4> bases_;  ///< by Index
};

/// True if the number is 1, 2, 4, …
inline bool is_power_of_two(Int value) {
  return value > 0 && std::has_single_bit(static_cast<Bits>(value));
}

}  // namespace layoutq
