#include "core/kinds/slice.h"

#include <fmt/format.h>

#include "core/kinds/description.h"

namespace layoutq {

namespace {

/// Returns the shape of the parent: the extent is 1 along the dimension that the slice removes.
Shape parent_shape(const Slice& slice, Shape shape) {
  shape.insert(slice.dim, 1);
  return shape;
}

}  // namespace

const Description& innermost(const Description& description) {
  const Description* inner = &description;
  while (const auto* slice = std::get_if<Slice>(&inner->kind)) inner = slice->parent.get();
  return *inner;
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

int rank(const Slice& slice) { return rank(*slice.parent) - 1; }
Int lanes(const Slice& slice) { return lanes(*slice.parent); }
Int warps(const Slice& slice) { return warps(*slice.parent); }
Int blocks(const Slice& slice) { return blocks(*slice.parent); }

Shape covered_shape(const Slice& slice) {
  Shape shape = covered_shape(*slice.parent);
  shape.erase(slice.dim);
  return shape;
}

Operand operand_of(const Slice& parent, const DotOperand&, const std::optional<Shape>&) {
  return no_operands(kind_name(parent));
}

std::optional<Problem> problem_of(const Slice& slice) {
  if (auto problem = problem_of(*slice.parent)) return problem;
  const int parent_rank = rank(*slice.parent);
  if (slice.dim < 0 || slice.dim >= parent_rank) {
    return Problem{"dim",
                   fmt::format("is outside the parent's dimensions 0 to {}", parent_rank - 1)};
  }
  if (parent_rank == 1) {
    return Problem{"dim", "would drop the last remaining dimension"};
  }
  return std::nullopt;
}

std::optional<Problem> problem_of(const Slice& slice, const Shape& shape, Registers) {
  return problem_of(*slice.parent, parent_shape(slice, shape), Registers::distinct);
}

Layout build(const Slice& slice, const Shape& shape, Registers) {
  return build(*slice.parent, parent_shape(slice, shape), Registers::distinct).without(slice.dim);
}

std::vector<std::string> refused_by_triton(const Slice& slice, const std::optional<Shape>&) {
  return std::visit([](const auto& kind) { return refused_by_triton(kind, std::nullopt); },
                    slice.parent->kind);
}

}  // namespace layoutq
