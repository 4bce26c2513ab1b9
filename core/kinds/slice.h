#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kinds/dot_operand.h"
#include "core/layout/layout.h"

namespace layoutq {

/// The layout that remains when a reduction removes dimension `dim` of its parent.
struct Slice {
  int dim = 0;  ///< 0 … rank of the parent − 1
  std::shared_ptr<const Description> parent;
};

template <either_const<Slice> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"dim", "dim", 0}, kind.dim);
  visitor.field({"parent", "parent", 1}, kind.parent);
}

/// Returns the innermost parent: the layout itself if it is not a slice.
const Description& innermost(const Description& description);

/// Returns, for each dimension of the layout's tensor, the corresponding dimension of `innermost`.
Dims innermost_dimensions(const Description& description);

int rank(const Slice& slice);
Int lanes(const Slice& slice);
Int warps(const Slice& slice);
Int blocks(const Slice& slice);
Shape covered_shape(const Slice& slice);
Operand operand_of(const Slice& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape);

/// Returns the first problem of the parent or of `dim`, or nullopt.
std::optional<Problem> problem_of(const Slice& slice);
std::optional<Problem> problem_of(const Slice& slice, const Shape& shape, Registers registers);

/// Builds the parent on the shape with an extent of 1 in the removed dimension, and removes it.
Layout build(const Slice& slice, const Shape& shape, Registers registers);

/// Returns the refusals of the parent without a shape, since no tensor has the parent's layout.
std::vector<std::string> refused_by_triton(const Slice& slice, const std::optional<Shape>& shape);

}  // namespace layoutq
