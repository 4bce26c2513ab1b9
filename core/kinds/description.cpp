#include "core/kinds/description.h"

#include "core/kinds/blocked.h"
#include "core/kinds/slice.h"

namespace layoutq {

int rank(const Description& description) {
  if (const auto* slice = std::get_if<Slice>(&description.kind)) return rank(*slice->parent) - 1;
  return std::get<Blocked>(description.kind).rank();
}

const Blocked& innermost(const Description& description) {
  const Description* inner = &description;
  while (const auto* slice = std::get_if<Slice>(&inner->kind)) inner = slice->parent.get();
  return std::get<Blocked>(inner->kind);
}

Dims innermost_dimensions(const Description& description) {
  if (const auto* slice = std::get_if<Slice>(&description.kind)) {
    Dims dimensions = innermost_dimensions(*slice->parent);
    dimensions.erase(slice->dim);
    return dimensions;
  }
  Dims dimensions;
  for (int d = 0; d < rank(description); ++d) dimensions.push_back(d);
  return dimensions;
}

Layout build(const Description& description, const Shape& shape, Registers registers) {
  if (const auto* slice = std::get_if<Slice>(&description.kind)) return build_slice(*slice, shape);
  return build_blocked(std::get<Blocked>(description.kind), shape, registers);
}

}  // namespace layoutq
