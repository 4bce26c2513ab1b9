#include "core/kinds/linear.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/kinds/description.h"
#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

int rank(const Linear& linear) { return linear.shape.rank(); }
Int lanes(const Linear& linear) { return Int{1} << linear.lane_bases.size(); }
Int warps(const Linear& linear) { return Int{1} << linear.warp_bases.size(); }
Int blocks(const Linear& linear) { return Int{1} << linear.block_bases.size(); }
Cluster cluster_of(const Linear&) { return {}; }

Steps steps_of(const Linear& linear, const std::optional<Shape>& shape) {
  Steps steps(linear.shape.rank());
  for (const auto& [index, bases] : {std::pair{Index::reg, &linear.reg_bases},
                                     {Index::lane, &linear.lane_bases},
                                     {Index::warp, &linear.warp_bases},
                                     {Index::block, &linear.block_bases}}) {
    for (const Coordinate& basis : *bases) steps.move_to(index, basis);
  }
  for (int d = 0; d < linear.shape.rank(); ++d) steps.cover(d, linear.shape[d]);
  if (shape) steps.drop_registers_past(*shape);
  return steps;
}

Dims growing_order(const Linear& linear) {
  Dims order;
  const auto append = [&](int d) {
    if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
  };
  for (const Coordinate& basis : linear.reg_bases) {
    for (int d = 0; d < basis.rank(); ++d) {
      if (basis[d] != 0) append(d);
    }
  }
  for (int d = linear.shape.rank() - 1; d >= 0; --d) append(d);
  return order;
}

Operand operand_of(const Linear& parent, const DotOperand&, const std::optional<Shape>&) {
  return no_operands(kind_name(parent));
}

std::optional<Problem> problem_of(const Linear& linear) {
  const int rank = linear.shape.rank();
  if (rank == 0) return Problem{"shape", "is empty"};
  if (auto problem = not_powers("shape", linear.shape, rank)) return problem;
  for (const auto& [name, bases] : {std::pair{"reg_bases", &linear.reg_bases},
                                    {"lane_bases", &linear.lane_bases},
                                    {"warp_bases", &linear.warp_bases},
                                    {"block_bases", &linear.block_bases}}) {
    if (auto problem = problem_of_bases(name, *bases, rank)) return problem;
    if (auto problem = problem_of_ends(name, *bases, linear.shape)) return problem;
  }
  if (auto problem = problem_of_block_bases(linear.block_bases)) return problem;
  const auto elements = checked_product(linear.shape);
  if (!elements || *elements > max_places) {
    return Problem{"shape", "has more than 2^62 elements"};
  }
  if (!surjective(linear.shape, {&linear.reg_bases, &linear.lane_bases, &linear.warp_bases,
                                 &linear.block_bases})) {
    return Problem{"reg_bases",
                   fmt::format("and the other bases do not reach every element of shape {}",
                               to_text(linear.shape))};
  }
  return std::nullopt;
}

std::vector<std::string> refused_by_triton(const Linear&, const std::optional<Shape>&) {
  return {};
}

}  // namespace layoutq
