#pragma once

#include <optional>

#include "core/kinds/fields.h"
#include "core/kinds/limits.h"
#include "core/layout/shared_layout.h"

namespace layoutq {

/// A layout that is defined by the bases of its offsets.
struct SharedLinear {
  Bases offset_bases;
  Bases block_bases = {};
  Int alignment = 16;  ///< of the whole tensor, in bytes
  Shape shape;         ///< that the bases cover
};

template <either_const<SharedLinear> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"offset", "offset_bases", 0}, kind.offset_bases);
  visitor.optional({"block", "block_bases", 1}, kind.block_bases, Bases{});
  visitor.covered({"", "", -1}, kind.shape, {&kind.offset_bases, &kind.block_bases});
  visitor.after_braces({"alignment", "alignment", 2}, kind.alignment, Int{16});
}

int rank(const SharedLinear& shared);
Int blocks(const SharedLinear& shared);
/// False: the kind supports no other shape than `covered_shape`.
bool covers_any_shape(const SharedLinear& shared);
Shape covered_shape(const SharedLinear& shared);
std::optional<Problem> problem_of(const SharedLinear& shared);
std::optional<Problem> problem_of(const SharedLinear& shared, const Shape& shape);
SharedLayout build(const SharedLinear& shared, const Shape& shape);

}  // namespace layoutq
