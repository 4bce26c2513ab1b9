#include "core/kinds/slice.h"

namespace layoutq {

Layout build_slice(const Slice& slice, const Shape& shape) {
  Shape parent_shape = shape;
  parent_shape.insert(slice.dim, 1);
  return build(*slice.parent, parent_shape, Registers::distinct).without(slice.dim);
}

}  // namespace layoutq
