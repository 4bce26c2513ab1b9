#pragma once

#include <optional>

#include "core/kinds/fields.h"
#include "core/kinds/limits.h"
#include "core/layout/shared_layout.h"

namespace layoutq {

/// Rows along order[0] follow each other in memory, and each row's vectors of `vec` elements are
/// permuted: in row r, vector v lies at position v xor phase, with phase = (r / per_phase) mod
/// max_phase. A rotating layout, AMD's `amd_rotating_shared`, also xors the number of times that
/// the phases have restarted.
struct SwizzledShared {
  Int vec = 1;        ///< elements
  Int per_phase = 1;  ///< rows
  Int max_phase = 1;
  Dims order = {};  ///< dimensions, fastest first
  bool rotating = false;
  /// In old versions of Triton, true means what is an NvmmaShared today.
  bool has_leading_offset = false;
  Bases cga_layout = {};  ///< where the CTAs lie, in units of a CTA's shape; empty: one CTA
};

template <either_const<SwizzledShared> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"vec", "vec", 0}, kind.vec);
  visitor.field({"perPhase", "per_phase", 1}, kind.per_phase);
  visitor.field({"maxPhase", "max_phase", 2}, kind.max_phase);
  visitor.field({"order", "order", 3}, kind.order);
  visitor.cluster({"CGALayout", "cga_layout", 4}, kind.cga_layout);
  visitor.optional({"hasLeadingOffset", "", -1}, kind.has_leading_offset, false);
}

/// The permutation of a row's vectors by xor with the row's phase.
struct Swizzle {
  Int vec = 1;        ///< elements
  Int per_phase = 1;  ///< rows
  Int max_phase = 1;
  bool rotating = false;

  /// Returns the phase of a row, counted from the first row of the tile.
  Int phase(Int row) const;
};

int rank(const SwizzledShared& shared);
Int blocks(const SwizzledShared& shared);
/// True: the kind also supports other shapes than `covered_shape`.
bool covers_any_shape(const SwizzledShared& shared);
Shape covered_shape(const SwizzledShared& shared);
std::optional<Problem> problem_of(const SwizzledShared& shared);
std::optional<Problem> problem_of(const SwizzledShared& shared, const Shape& shape);
SharedLayout build(const SwizzledShared& shared, const Shape& shape);

}  // namespace layoutq
