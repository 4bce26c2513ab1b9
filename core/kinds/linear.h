#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kinds/dot_operand.h"

namespace layoutq {

/// A layout that is defined by its bases. Places combine by xor, so bases may share bits.
struct Linear {
  Bases reg_bases;
  Bases lane_bases;
  Bases warp_bases;
  Bases block_bases;
  Shape shape;  ///< the shape that the bases cover
};

template <either_const<Linear> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"register", "reg_bases", 0}, kind.reg_bases);
  visitor.field({"lane", "lane_bases", 1}, kind.lane_bases);
  visitor.field({"warp", "warp_bases", 2}, kind.warp_bases);
  visitor.field({"block", "block_bases", 3}, kind.block_bases);
  visitor.covered({"", "shape", 4}, kind.shape,
                  {&kind.reg_bases, &kind.lane_bases, &kind.warp_bases, &kind.block_bases});
}

int rank(const Linear& linear);
Int lanes(const Linear& linear);
Int warps(const Linear& linear);
Int blocks(const Linear& linear);
/// Returns one CTA, since the block bases are among the steps.
Cluster cluster_of(const Linear& linear);

/// Returns the bases without the registers that move past the shape (source: Triton's
/// LinearEncodingAttr).
Steps steps_of(const Linear& linear, const std::optional<Shape>& shape);

/// Returns the order in which further registers cover a shape that is larger than the bases: the
/// dimensions in the order in which the register bases first move them, then the others, last
/// dimension first.
Dims growing_order(const Linear& linear);
Operand operand_of(const Linear& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape);

/// Returns the first problem of the parameters, or nullopt: among others, numbers that are not
/// powers of two, and bases that do not reach every element of their shape.
std::optional<Problem> problem_of(const Linear& linear);

std::vector<std::string> refused_by_triton(const Linear& linear, const std::optional<Shape>& shape);

}  // namespace layoutq
