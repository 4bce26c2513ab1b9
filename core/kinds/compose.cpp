#include "core/kinds/compose.h"

#include "core/kinds/amd_mfma.h"
#include "core/kinds/amd_wmma.h"
#include "core/kinds/blocked.h"
#include "core/kinds/linear.h"
#include "core/kinds/matrix.h"
#include "core/kinds/nvidia_mma.h"

namespace layoutq {

namespace {

/// Returns the steps of each kind before they are fitted. `part` is one CTA's part of the shape.
struct StepsOf {
  const std::optional<Shape>& shape;
  const std::optional<Shape>& part;

  Steps operator()(const Blocked& blocked) const { return blocked_steps(blocked); }
  Steps operator()(const Slice& slice) const { return Steps(rank(*slice.parent) - 1); }
  Steps operator()(const Linear& linear) const { return linear_steps(linear, shape); }
  Steps operator()(const NvidiaMma& mma) const { return mma_steps(mma); }
  Steps operator()(const AmdMfma& mfma) const { return mfma_steps(mfma, shape); }
  Steps operator()(const AmdWmma& wmma) const { return wmma_steps(wmma, shape); }
  Steps operator()(const DotOperand& operand) const {
    const auto& parent = operand.parent->kind;
    if (const auto* mma = std::get_if<NvidiaMma>(&parent)) return mma_operand_steps(*mma, operand);
    if (const auto* mfma = std::get_if<AmdMfma>(&parent)) {
      return mfma_operand_steps(*mfma, operand, shape);
    }
    if (const auto* wmma = std::get_if<AmdWmma>(&parent)) {
      return wmma_operand_steps(*wmma, operand, part);
    }
    const auto& blocked = std::get<Blocked>(parent);
    const int k = operand_dimensions(blocked.rank(), operand.operand_index).fast;
    return blocked_steps(blocked,
                         WholeDimension{k, part ? (*part)[k] : blocked.size_per_thread[k]});
  }
};

/// Returns the order of dimensions in which registers cover a shape.
Dims order_of(const Description& description) {
  const int layout_rank = rank(description);
  if (const auto* blocked = std::get_if<Blocked>(&description.kind)) return blocked->order;
  if (const auto* linear = std::get_if<Linear>(&description.kind)) return growing_order(*linear);
  if (const auto* operand = std::get_if<DotOperand>(&description.kind)) {
    if (const auto* blocked = std::get_if<Blocked>(&operand->parent->kind)) return blocked->order;
    return growing_order(layout_rank, operand_dimensions(layout_rank, operand->operand_index));
  }
  return growing_order(layout_rank, result_dimensions(layout_rank));
}

}  // namespace

Cluster cluster_of(const Description& description) {
  struct {
    Bases operator()(const Blocked& blocked) const { return blocked.cga_layout; }
    Bases operator()(const Slice&) const { return {}; }
    Bases operator()(const Linear&) const { return {}; }
    Bases operator()(const NvidiaMma& mma) const { return mma.cga_layout; }
    Bases operator()(const AmdMfma& mfma) const { return mfma.cga_layout; }
    Bases operator()(const AmdWmma& wmma) const { return wmma.cga_layout; }
    Bases operator()(const DotOperand& operand) const {
      Bases bases = cluster_of(*operand.parent).cga_layout;
      // The operands of AMD's layouts lie in the CTAs of the result.
      const auto& parent = operand.parent->kind;
      if (std::holds_alternative<AmdMfma>(parent) || std::holds_alternative<AmdWmma>(parent)) {
        return bases;
      }
      const int k = operand_dimensions(rank(*operand.parent), operand.operand_index).fast;
      for (Coordinate& basis : bases) basis[k] = 0;
      return bases;
    }
  } const bases_of;
  return {std::visit(bases_of, description.kind)};
}

Steps compose(const Description& description, const Shape& shape) {
  const Cluster cluster = cluster_of(description);
  const std::optional<Shape> whole = shape;
  const std::optional<Shape> part = cluster.shape_per_cta(shape);
  Steps steps = std::visit(StepsOf{whole, part}, description.kind);
  steps.fit(shape, order_of(description), cluster);
  return steps;
}

Shape covered_by_cta(const Description& description) {
  const std::optional<Shape> any;
  return std::visit(StepsOf{any, any}, description.kind).covered();
}

}  // namespace layoutq
