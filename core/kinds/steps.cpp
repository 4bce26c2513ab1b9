#include "core/kinds/steps.h"

#include <algorithm>

namespace layoutq {

Int Cluster::split(int d) const {
  Bits moved = 0;
  for (const Coordinate& basis : cga_layout) moved |= static_cast<Bits>(basis[d]);
  return static_cast<Int>(std::bit_ceil(moved + 1));
}

Shape Cluster::shape_per_cta(const Shape& shape) const {
  Shape part = shape;
  for (int d = 0; d < shape.rank(); ++d) part[d] = std::max<Int>(1, shape[d] / split(d));
  return part;
}

Shape Cluster::shape_of_all(const Shape& shape_per_cta) const {
  Shape shape = shape_per_cta;
  for (int d = 0; d < shape.rank(); ++d) shape[d] *= split(d);
  return shape;
}

Coordinate Steps::along(int d, Int distance) const {
  Coordinate basis(rank(), 0);
  basis[d] = distance;
  return basis;
}

void Steps::move(Index index, Int factor, int d) {
  for (Int moved = 1; moved < factor; moved *= 2) {
    bases(index).push_back(along(d, covered_[d]));
    covered_[d] *= 2;
  }
}

void Steps::copy(Index index, Int factor) {
  for (Int moved = 1; moved < factor; moved *= 2) bases(index).push_back(Coordinate(rank(), 0));
}

void Steps::move_to(Index index, const Coordinate& basis) { bases(index).push_back(basis); }

void Steps::grow(int d, Int extent) {
  while (covered_[d] < extent) move(Index::reg, 2, d);
}

void Steps::drop_registers_past(const Shape& shape) {
  std::erase_if(bases(Index::reg), [&](const Coordinate& basis) {
    for (int d = 0; d < rank(); ++d) {
      if (basis[d] >= shape[d]) return true;
    }
    return false;
  });
}

void Steps::fit(const Shape& shape, const Dims& order, const Cluster& cluster) {
  const Shape part = cluster.shape_per_cta(shape);
  for (Int d : order) grow(static_cast<int>(d), part[static_cast<int>(d)]);
  for (Bases& all : bases_) {
    for (Coordinate& basis : all) {
      for (int d = 0; d < rank(); ++d) {
        if (basis[d] >= part[d]) basis[d] = 0;
      }
    }
  }
  for (Coordinate basis : cluster.cga_layout) {
    for (int d = 0; d < rank(); ++d) {
      basis[d] *= part[d];
      if (basis[d] >= shape[d]) basis[d] = 0;
    }
    move_to(Index::block, basis);
  }
}

}  // namespace layoutq
