#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/kinds/fields.h"
#include "core/kinds/limits.h"
#include "core/kinds/steps.h"

namespace layoutq {

struct Description;

/// An operand of a matrix product whose result has the layout `parent`.
struct DotOperand {
  Int operand_index = 0;  ///< 0 is A (M × K), 1 is B (K × N)
  std::shared_ptr<const Description> parent;
  Int k_width = 0;  ///< consecutive elements of a thread along K; 0 if the parent is blocked
};

template <either_const<DotOperand> Kind, class Visitor>
void visit_fields(Kind& kind, Visitor& visitor) {
  visitor.field({"opIdx", "operand_index", 0}, kind.operand_index);
  visitor.field({"parent", "parent", 1}, kind.parent);
  visitor.optional({"kWidth", "k_width", 2}, kind.k_width, Int{0});
}

/// How the registers of an operand are placed, which its parent decides.
struct OperandLayout {
  Steps steps;  ///< before they are fitted to the shape
  Dims growing_order;
  Cluster cluster;
};

/// The answer of a parent about an operand: its layout, or the problem if the parent has no such
/// operand. Every kind answers by its function
///
///     Operand operand_of(const Kind& parent, const DotOperand& operand,
///                        const std::optional<Shape>& shape)
///
/// Without a shape, the steps cover one tile.
using Operand = std::variant<OperandLayout, Problem>;

/// Returns the problem of a parent of this kind, which has no operands.
Problem no_operands(std::string_view kind);

/// Returns the problem if k_width is not one of these. `parent` names the parent in the sentence.
std::optional<Problem> k_width_among(const DotOperand& operand, std::initializer_list<Int> widths,
                                     std::string_view parent);

/// Returns the CTAs in which those along dimension d hold copies.
Cluster copied_along(Cluster cluster, int d);

int rank(const DotOperand& operand);
Int lanes(const DotOperand& operand);
Int warps(const DotOperand& operand);
Cluster cluster_of(const DotOperand& operand);
Steps steps_of(const DotOperand& operand, const std::optional<Shape>& shape);
Dims growing_order(const DotOperand& operand);
Operand operand_of(const DotOperand& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape);

/// Returns the first problem of the parent or of the parameters, or nullopt: among others, a
/// k_width that does not fit the parent.
std::optional<Problem> problem_of(const DotOperand& operand);

std::vector<std::string> refused_by_triton(const DotOperand& operand,
                                           const std::optional<Shape>& shape);

}  // namespace layoutq
