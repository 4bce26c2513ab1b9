#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "core/kinds/description.h"
#include "core/kinds/shared/shared_description.h"

/// Every kind's parameters, told once: what reads a layout and what prints one are visitors of
/// these. A visitor has
///
///     field(names, member)                 a parameter that must be there
///     optional(names, member, value)       one that may be left out, and then is `value`
///     shown(names, member, value)          the same, but printed all the same
///     cluster(names, cga_layout)           where the CTAs lie: left out where there is one
///     version(names, major, minor)         two numbers in MLIR, a list in Python
///     tiles(names, wmma)                   the tiles of an AmdWmma, in one of its two forms
///     behind(names, member, value)         shown, in MLIR behind the braces
///     padded(padded)                       all of a PaddedShared, in one of its two forms
///
/// in the order in which MLIR prints them.
namespace layoutq {

/// A parameter's names, as Triton prints it in MLIR and as Gluon calls it in Python.
struct FieldNames {
  std::string_view mlir;    ///< empty: MLIR does not have it
  std::string_view python;  ///< also in JSON
  int position;             ///< among Python's arguments
};

template <class Given, class Kind>
concept either_const = std::same_as<std::remove_const_t<Given>, Kind>;

template <either_const<Blocked> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"sizePerThread", "size_per_thread", 0}, kind.size_per_thread);
  visitor.field({"threadsPerWarp", "threads_per_warp", 1}, kind.threads_per_warp);
  visitor.field({"warpsPerCTA", "warps_per_cta", 2}, kind.warps_per_cta);
  visitor.field({"order", "order", 3}, kind.order);
  visitor.cluster({"CGALayout", "cga_layout", 4}, kind.cga_layout);
}

template <either_const<Slice> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"dim", "dim", 0}, kind.dim);
  visitor.field({"parent", "parent", 1}, kind.parent);
}

template <either_const<Linear> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"register", "reg_bases", 0}, kind.reg_bases);
  visitor.field({"lane", "lane_bases", 1}, kind.lane_bases);
  visitor.field({"warp", "warp_bases", 2}, kind.warp_bases);
  visitor.field({"block", "block_bases", 3}, kind.block_bases);
  visitor.field({"", "shape", 4}, kind.shape);
}

template <either_const<NvidiaMma> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.version({"version", "version", 0}, kind.version_major, kind.version_minor);
  visitor.field({"warpsPerCTA", "warps_per_cta", 1}, kind.warps_per_cta);
  visitor.cluster({"CGALayout", "cga_layout", 3}, kind.cga_layout);
  visitor.field({"instrShape", "instr_shape", 2}, kind.instr_shape);
}

template <either_const<DotOperand> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"opIdx", "operand_index", 0}, kind.operand_index);
  visitor.field({"parent", "parent", 1}, kind.parent);
  visitor.optional({"kWidth", "k_width", 2}, kind.k_width, Int{0});
}

template <either_const<AmdMfma> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"version", "version", 0}, kind.version);
  visitor.field({"warpsPerCTA", "warps_per_cta", 3}, kind.warps_per_cta);
  visitor.field({"instrShape", "instr_shape", 1}, kind.instr_shape);
  visitor.field({"isTransposed", "transposed", 2}, kind.transposed);
  visitor.cluster({"CGALayout", "cga_layout", 6}, kind.cga_layout);
  visitor.optional({"tilesPerWarp", "tiles_per_warp", 5}, kind.tiles_per_warp, Dims{});
  visitor.optional({"elementBitWidth", "element_bitwidth", 4}, kind.element_bitwidth, Int{32});
}

template <either_const<AmdWmma> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"version", "version", 0}, kind.version);
  visitor.field({"isTranspose", "transposed", 1}, kind.transposed);
  visitor.tiles({"warpsPerCTA", "warps_per_cta", 2}, kind);
  visitor.cluster({"CGALayout", "cga_layout", 5}, kind.cga_layout);
  visitor.optional({"tilesPerWarp", "tiles_per_warp", 4}, kind.tiles_per_warp, Dims{});
  visitor.optional({"instrShape", "instr_shape", 3}, kind.instr_shape, Dims{16, 16, 16});
}

template <either_const<SwizzledShared> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"vec", "vec", 0}, kind.vec);
  visitor.field({"perPhase", "per_phase", 1}, kind.per_phase);
  visitor.field({"maxPhase", "max_phase", 2}, kind.max_phase);
  visitor.field({"order", "order", 3}, kind.order);
  visitor.cluster({"CGALayout", "cga_layout", 4}, kind.cga_layout);
  visitor.optional({"hasLeadingOffset", "", -1}, kind.has_leading_offset, false);
}

template <either_const<NvmmaShared> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"swizzlingByteWidth", "swizzle_byte_width", 0}, kind.swizzle_byte_width);
  visitor.shown({"transposed", "transposed", 3}, kind.transposed, false);
  visitor.field({"elementBitWidth", "element_bitwidth", 1}, kind.element_bitwidth);
  visitor.optional({"fp4Padded", "fp4_padded", 4}, kind.fp4_padded, false);
  visitor.cluster({"CGALayout", "cga_layout", 5}, kind.cga_layout);
  visitor.optional({"rank", "rank", 2}, kind.rank, Int{2});
}

template <either_const<SharedLinear> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"offset", "offset_bases", 0}, kind.offset_bases);
  visitor.optional({"block", "block_bases", 1}, kind.block_bases, Bases{});
  visitor.behind({"alignment", "alignment", 2}, kind.alignment, Int{16});
}

template <either_const<PaddedShared> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.padded(kind);
}

}  // namespace layoutq
