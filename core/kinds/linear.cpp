#include "core/kinds/linear.h"

#include <algorithm>

namespace layoutq {

Steps linear_steps(const Linear& linear, const std::optional<Shape>& shape) {
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

}  // namespace layoutq
