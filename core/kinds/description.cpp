#include "core/kinds/description.h"

#include "core/kinds/blocked.h"
#include "core/kinds/compose.h"

namespace layoutq {

std::string_view kind_name(const Description& description) {
  constexpr std::string_view names[] = {"blocked", "slice",    "linear",  "nvidia_mma",
                                        "dot_op",  "amd_mfma", "amd_wmma"};
  return names[description.kind.index()];
}

int rank(const Description& description) {
  struct {
    int operator()(const Blocked& blocked) const { return blocked.rank(); }
    int operator()(const Slice& slice) const { return rank(*slice.parent) - 1; }
    int operator()(const Linear& linear) const { return linear.shape.rank(); }
    int operator()(const NvidiaMma& mma) const { return mma.warps_per_cta.rank(); }
    int operator()(const DotOperand& operand) const { return rank(*operand.parent); }
    int operator()(const AmdMfma& mfma) const { return mfma.warps_per_cta.rank(); }
    int operator()(const AmdWmma& wmma) const {
      if (wmma.warps_per_cta.rank() > 0) return wmma.warps_per_cta.rank();
      for (const Bases* bases : {&wmma.warp_bases, &wmma.reg_bases, &wmma.cga_layout}) {
        if (!bases->empty()) return bases->front().rank();
      }
      return 2;
    }
  } const rank_of;
  return std::visit(rank_of, description.kind);
}

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

namespace {

Int product(const Dims& dims) { return checked_product(dims).value_or(0); }

}  // namespace

Int lanes(const Description& description) {
  struct {
    Int operator()(const Blocked& blocked) const { return product(blocked.threads_per_warp); }
    Int operator()(const Slice& slice) const { return lanes(*slice.parent); }
    Int operator()(const Linear& linear) const { return Int{1} << linear.lane_bases.size(); }
    Int operator()(const NvidiaMma&) const { return 32; }
    Int operator()(const DotOperand& operand) const { return lanes(*operand.parent); }
    Int operator()(const AmdMfma&) const { return 64; }
    Int operator()(const AmdWmma&) const { return 32; }
  } const lanes_of;
  return std::visit(lanes_of, description.kind);
}

Int warps(const Description& description) {
  struct {
    Int operator()(const Blocked& blocked) const { return product(blocked.warps_per_cta); }
    Int operator()(const Slice& slice) const { return warps(*slice.parent); }
    Int operator()(const Linear& linear) const { return Int{1} << linear.warp_bases.size(); }
    Int operator()(const NvidiaMma& mma) const { return product(mma.warps_per_cta); }
    Int operator()(const DotOperand& operand) const { return warps(*operand.parent); }
    Int operator()(const AmdMfma& mfma) const { return product(mfma.warps_per_cta); }
    Int operator()(const AmdWmma& wmma) const {
      return wmma.warps_per_cta.rank() > 0 ? product(wmma.warps_per_cta)
                                           : Int{1} << wmma.warp_bases.size();
    }
  } const warps_of;
  return std::visit(warps_of, description.kind);
}

Int blocks(const Description& description) {
  const Description& inner = innermost(description);
  if (const auto* linear = std::get_if<Linear>(&inner.kind)) {
    return Int{1} << linear->block_bases.size();
  }
  return Int{1} << cluster_of(inner).cga_layout.size();
}

Shape covered_shape(const Description& description) {
  if (const auto* slice = std::get_if<Slice>(&description.kind)) {
    Shape shape = covered_shape(*slice->parent);
    shape.erase(slice->dim);
    return shape;
  }
  Shape shape;
  if (const auto* blocked = std::get_if<Blocked>(&description.kind)) {
    for (int d = 0; d < blocked->rank(); ++d) shape.push_back(blocked->tile(d));
  } else {
    shape = covered_by_cta(description);
  }
  const Cluster cluster = cluster_of(description);
  for (int d = 0; d < shape.rank(); ++d) shape[d] *= cluster.split(d);
  return shape;
}

namespace {

LinearLayout build_linear(const Description& description, const Shape& shape) {
  const Steps steps = compose(description, shape);
  std::optional<int> thread_tile_bits;
  if (const auto* blocked = std::get_if<Blocked>(&description.kind)) {
    thread_tile_bits = blocked_steps(*blocked).bits(Index::reg);
  }
  return {shape,
          steps.bases(Index::reg),
          steps.bases(Index::lane),
          steps.bases(Index::warp),
          steps.bases(Index::block),
          thread_tile_bits};
}

}  // namespace

Layout build(const Description& description, const Shape& shape, Registers registers) {
  if (const auto* slice = std::get_if<Slice>(&description.kind)) {
    Shape parent_shape = shape;
    parent_shape.insert(slice->dim, 1);
    return build(*slice->parent, parent_shape, Registers::distinct).without(slice->dim);
  }
  const auto* blocked = std::get_if<Blocked>(&description.kind);
  if (blocked != nullptr && blocked->cga_layout.empty()) {
    return build_blocked(*blocked, shape, registers);
  }
  return build_linear(description, shape);
}

}  // namespace layoutq
