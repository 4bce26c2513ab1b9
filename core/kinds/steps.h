#pragma once

#include <array>
#include <optional>

#include "core/layout/dims.h"
#include "core/layout/layout.h"

namespace layoutq {

/// Where the CTAs of a cluster lie, and what one of them has of a tensor.
struct Cluster {
  Bases cga_layout;  ///< in units of a CTA's shape; empty: one CTA

  /// How many CTAs lie side by side along dimension d.
  Int split(int d) const;
  Shape shape_per_cta(const Shape& shape) const;
};

/// A layout put together as Triton describes its hardware layouts: step by step, the fastest bits
/// of each index first. A step gives an index some more bits, which move along one dimension in
/// multiples of what the steps before have covered there. The factors are powers of two.
class Steps {
 public:
  explicit Steps(int rank) : covered_(rank, 1) {}

  /// The index's next bits move as many times further along dimension d.
  void move(Index index, Int factor, int d);
  /// The index's next bits move nothing: copies.
  void copy(Index index, Int factor);
  /// The index's next bit moves there; it is for the caller to say what is `covered` by such bits.
  void move_to(Index index, const Coordinate& basis);
  void cover(int d, Int extent) { covered_[d] = extent; }
  /// Registers for what is not covered yet of the extent along d.
  void grow(int d, Int extent);

  int rank() const { return covered_.rank(); }
  const Dims& covered() const { return covered_; }
  int bits(Index index) const { return static_cast<int>(bases(index).size()); }

  /// Leaves out the registers that move at or past the shape.
  void drop_registers_past(const Shape& shape);
  /// Fits the steps to the shape: registers that repeat them where they do not cover what one CTA
  /// has of it, dimension by dimension in `order`; copies where they move past it. Then places the
  /// CTAs.
  void fit(const Shape& shape, const Dims& order, const Cluster& cluster);

  const Bases& bases(Index index) const { return bases_[static_cast<std::size_t>(index)]; }

 private:
  Bases& bases(Index index) { return bases_[static_cast<std::size_t>(index)]; }
  Coordinate along(int d, Int distance) const;

  Dims covered_;
  std::array<Bases, 4> bases_;  ///< by Index
};

/// Whether a number is 1, 2, 4, …
inline bool is_power_of_two(Int value) {
  return value > 0 && std::has_single_bit(static_cast<Bits>(value));
}

}  // namespace layoutq
