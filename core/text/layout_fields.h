#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "core/kinds/description.h"
#include "core/kinds/shared/shared_description.h"

/// The parameters of every kind, listed once. Readers and printers of layouts are visitors of these
/// lists. A visitor has the functions
///
///     field(names, member)                 a required parameter
///     optional(names, member, value)       a parameter with a default, which is not printed
///     shown(names, member, value)          a parameter with a default, which is printed, too
///     cluster(names, cga_layout)           where the CTAs lie; not printed for a single CTA
///     version(names, major, minor)         two numbers in MLIR, a list in Python
///     tiles(names, wmma)                   the tiles of an AmdWmma, in one of two forms
///     behind(names, member, value)         like shown, but after the braces in MLIR
///     padded(padded)                       all of a PaddedShared, in one of two forms
///
/// and is called in the order in which MLIR prints the parameters.
namespace layoutq {

/// The names of a parameter in Triton's MLIR and in Gluon's Python.
struct FieldNames {
  std::string_view mlir;    ///< empty if MLIR does not have the parameter
  std::string_view python;  ///< also in JSON
  int position;             ///< its position among Python's arguments
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
