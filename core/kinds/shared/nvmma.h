#pragma once

#include <optional>

#include "core/kinds/fields.h"
#include "core/kinds/limits.h"
#include "core/kinds/shared/swizzled.h"
#include "core/layout/shared_layout.h"

namespace layoutq {

/// The layout that NVIDIA's tensor cores and bulk copies expect: tiles of 8 rows that are as wide
/// as the swizzle.
struct NvmmaShared {
  Int swizzle_byte_width = 0;  ///< 128, 64 or 32; 0 means not swizzled
  Int element_bitwidth = 16;
  Int rank = 2;
  bool transposed = false;  ///< dimension 0 is the fastest
  bool fp4_padded = false;
  Bases cga_layout = {};
};

template <either_const<NvmmaShared> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"swizzlingByteWidth", "swizzle_byte_width", 0}, kind.swizzle_byte_width);
  visitor.shown({"transposed", "transposed", 3}, kind.transposed, false);
  visitor.field({"elementBitWidth", "element_bitwidth", 1}, kind.element_bitwidth);
  visitor.optional({"fp4Padded", "fp4_padded", 4}, kind.fp4_padded, false);
  visitor.cluster({"CGALayout", "cga_layout", 5}, kind.cga_layout);
  visitor.optional({"rank", "rank", 2}, kind.rank, Int{2});
}

/// A tile of an NvmmaShared: 8 rows, with a swizzle and a number of columns.
struct NvmmaTile {
  Swizzle swizzle;
  Int columns = 0;

  static constexpr Int rows = 8;
};
/// Returns the tile. Vectors have 16 bytes. There are 8 phases for a width of 128 bytes, and fewer
/// for narrower ones.
NvmmaTile tile_of(const NvmmaShared& shared);

/// Returns the box of a bulk copy: the part of a CTA's tensor that lies together in memory. It is
/// at most 256 elements long and as wide as the swizzle (source: Triton 3.6).
Shape nvmma_box(const NvmmaShared& shared, const Shape& shape_per_cta);

int rank(const NvmmaShared& shared);
Int blocks(const NvmmaShared& shared);
/// True: the kind also supports other shapes than `covered_shape`.
bool covers_any_shape(const NvmmaShared& shared);
Shape covered_shape(const NvmmaShared& shared);
std::optional<Problem> problem_of(const NvmmaShared& shared);
std::optional<Problem> problem_of(const NvmmaShared& shared, const Shape& shape);
SharedLayout build(const NvmmaShared& shared, const Shape& shape);

}  // namespace layoutq
