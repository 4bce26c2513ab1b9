#pragma once

#include <optional>
#include <vector>

#include "core/kinds/fields.h"
#include "core/kinds/limits.h"
#include "core/layout/shared_layout.h"

namespace layoutq {

/// A layout that is defined by the bases of its offsets, with padding.
struct PaddedShared {
  std::vector<Padding> paddings;
  Bases offset_bases;
  Bases block_bases = {};
  Shape shape;  ///< that the bases cover
};

template <either_const<PaddedShared> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.padded(kind);
}

int rank(const PaddedShared& shared);
Int blocks(const PaddedShared& shared);
/// False: the kind supports no other shape than `covered_shape`.
bool covers_any_shape(const PaddedShared& shared);
Shape covered_shape(const PaddedShared& shared);
std::optional<Problem> problem_of(const PaddedShared& shared);
std::optional<Problem> problem_of(const PaddedShared& shared, const Shape& shape);
SharedLayout build(const PaddedShared& shared, const Shape& shape);

}  // namespace layoutq
