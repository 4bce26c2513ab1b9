#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kinds/dot_operand.h"
#include "core/layout/layout.h"

namespace layoutq {

/// Triton's blocked layout: each thread holds a tile of neighbouring elements, the threads of a
/// warp lie side by side, and so do the warps of a CTA. Every parameter has one positive number per
/// dimension; `order` is a permutation of the dimensions, fastest first. The tile repeats until it
/// covers the shape, and wraps around where it is larger (source: Triton's BlockedEncodingAttr).
struct Blocked {
  Dims size_per_thread;
  Dims threads_per_warp;
  Dims warps_per_cta;
  Dims order;
  Bases cga_layout = {};  ///< where the CTAs lie, in units of a CTA's shape; empty: one CTA

  int rank() const { return size_per_thread.rank(); }
  /// Returns size_per_thread × threads_per_warp × warps_per_cta along dimension d.
  Int tile(int d) const { return size_per_thread[d] * threads_per_warp[d] * warps_per_cta[d]; }
};

template <either_const<Blocked> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"sizePerThread", "size_per_thread", 0}, kind.size_per_thread);
  visitor.field({"threadsPerWarp", "threads_per_warp", 1}, kind.threads_per_warp);
  visitor.field({"warpsPerCTA", "warps_per_cta", 2}, kind.warps_per_cta);
  visitor.field({"order", "order", 3}, kind.order);
  visitor.cluster({"CGALayout", "cga_layout", 4}, kind.cga_layout);
}

int rank(const Blocked& blocked);
Int lanes(const Blocked& blocked);
Int warps(const Blocked& blocked);
Cluster cluster_of(const Blocked& blocked);
Shape covered_shape(const Blocked& blocked);

/// Returns the tile by steps; its sizes must be powers of two. The tile does not depend on the
/// shape.
Steps steps_of(const Blocked& blocked, const std::optional<Shape>& shape);
Dims growing_order(const Blocked& blocked);

/// Returns the layout of an operand of a product by fused multiply-add: every thread holds all that
/// its CTA has along K, regardless of the lanes and warps there.
Operand operand_of(const Blocked& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape);

/// Returns the first problem of the parameters, or nullopt: ranks that differ or exceed 8, a number
/// outside 1 … max_extent, an order that is not a permutation, a tile larger than max_extent or,
/// with several CTAs, a number that is not a power of two.
std::optional<Problem> problem_of(const Blocked& blocked);

/// Returns the first problem of the parameters of a blocked layout on one CTA, or nullopt: one of
/// those above, or a number of lanes other than `warp_size`.
std::optional<Problem> problem_of(const Blocked& blocked, Int warp_size);

std::optional<Problem> problem_of(const Blocked& blocked, const Shape& shape, Registers registers);

/// Builds the layout: a TiledLayout on one CTA, a LinearLayout on several.
Layout build(const Blocked& blocked, const Shape& shape, Registers registers);

std::vector<std::string> refused_by_triton(const Blocked& blocked,
                                           const std::optional<Shape>& shape);

/// Returns the sentence with which Triton refuses these numbers, in a list of at most one: it takes
/// only powers of two.
std::vector<std::string> refused_unless_powers(std::string_view parameter, const Dims& values);

}  // namespace layoutq
