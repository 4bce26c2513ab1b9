#include "core/kinds/dot_operand.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/kinds/description.h"

namespace layoutq {

namespace {

Operand ask_parent(const DotOperand& operand, const std::optional<Shape>& shape) {
  return std::visit([&](const auto& parent) { return operand_of(parent, operand, shape); },
                    operand.parent->kind);
}

/// Returns the layout of an operand that has no problem.
OperandLayout layout_of_operand(const DotOperand& operand,
                                const std::optional<Shape>& shape = std::nullopt) {
  return std::get<OperandLayout>(ask_parent(operand, shape));
}

}  // namespace

Problem no_operands(std::string_view kind) {
  return {
      "parent",
      fmt::format("is {}: only nvidia_mma, amd_mfma, amd_wmma and blocked have operands", kind)};
}

std::optional<Problem> k_width_among(const DotOperand& operand, std::initializer_list<Int> widths,
                                     std::string_view parent) {
  if (std::find(widths.begin(), widths.end(), operand.k_width) != widths.end()) {
    return std::nullopt;
  }
  if (operand.k_width == 0) {
    return Problem{"k_width", fmt::format("is missing: {} needs it", parent)};
  }
  return Problem{"k_width", fmt::format("is {}, but {} takes only {}", operand.k_width, parent,
                                        fmt::join(widths, ", "))};
}

Cluster copied_along(Cluster cluster, int d) {
  for (Coordinate& basis : cluster.cga_layout) basis[d] = 0;
  return cluster;
}

int rank(const DotOperand& operand) { return rank(*operand.parent); }
Int lanes(const DotOperand& operand) { return lanes(*operand.parent); }
Int warps(const DotOperand& operand) { return warps(*operand.parent); }
Cluster cluster_of(const DotOperand& operand) { return layout_of_operand(operand).cluster; }

Steps steps_of(const DotOperand& operand, const std::optional<Shape>& shape) {
  return layout_of_operand(operand, shape).steps;
}

Dims growing_order(const DotOperand& operand) { return layout_of_operand(operand).growing_order; }

Operand operand_of(const DotOperand& parent, const DotOperand&, const std::optional<Shape>&) {
  return no_operands(kind_name(parent));
}

std::optional<Problem> problem_of(const DotOperand& operand) {
  if (auto problem = problem_of(*operand.parent)) return problem;
  if (operand.operand_index != 0 && operand.operand_index != 1) {
    return Problem{"operand_index", "is neither 0 (A) nor 1 (B)"};
  }
  const Operand answer = ask_parent(operand, std::nullopt);
  const auto* problem = std::get_if<Problem>(&answer);
  return problem != nullptr ? std::optional(*problem) : std::nullopt;
}

std::vector<std::string> refused_by_triton(const DotOperand&, const std::optional<Shape>&) {
  return {};
}

}  // namespace layoutq
