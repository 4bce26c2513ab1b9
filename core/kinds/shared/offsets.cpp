#include "core/kinds/shared/offsets.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

Bases bases_in_order(const Shape& shape, const Dims& order) {
  Bases bases;
  for (Int at : order) {
    const int d = static_cast<int>(at);
    for (Int moved = 1; moved < shape[d]; moved *= 2) {
      bases.emplace_back(shape.rank(), 0);
      bases.back()[d] = moved;
    }
  }
  return bases;
}

std::optional<Dims> order_of_bases(const Shape& shape, const Bases& bases) {
  Dims order;
  const auto append = [&](int d) {
    if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
  };
  for (const Coordinate& basis : bases) {
    if (basis.rank() != shape.rank()) return std::nullopt;
    for (int d = 0; d < basis.rank(); ++d) {
      if (basis[d] != 0) append(d);
    }
  }
  for (int d = shape.rank() - 1; d >= 0; --d) append(d);
  return bases_in_order(shape, order) == bases ? std::optional(order) : std::nullopt;
}

std::optional<Problem> problem_of_offsets(const Bases& offset_bases, const Bases& block_bases,
                                          const Shape& shape) {
  const int rank = shape.rank();
  if (rank == 0) return Problem{"shape", "is empty"};
  if (auto problem = not_powers("shape", shape, rank)) return problem;
  const auto elements = checked_product(shape);
  if (!elements || *elements > max_places) {
    return Problem{"shape", "has more than 2^62 elements"};
  }
  for (const auto& [name, bases] :
       {std::pair{"offset_bases", &offset_bases}, {"block_bases", &block_bases}}) {
    if (auto problem = problem_of_bases(name, *bases, rank)) return problem;
    if (auto problem = problem_of_ends(name, *bases, shape)) return problem;
  }
  if (auto problem = problem_of_block_bases(block_bases)) return problem;
  if (!surjective(shape, {&offset_bases, &block_bases})) {
    return Problem{"offset_bases",
                   fmt::format("does not reach every element of shape {}", to_text(shape))};
  }
  if (offset_bases.size() >
      static_cast<std::size_t>(std::bit_width(static_cast<Bits>(*elements)))) {
    return Problem{"offset_bases", "gives several offsets the same element"};
  }
  // The offsets must not reach an element twice.
  const LinearLayout layout(shape, offset_bases, {}, {}, block_bases);
  if (layout.distinct_registers() != layout.registers()) {
    return Problem{"offset_bases", "gives several offsets the same element"};
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_other_shape(const Shape& shape, const Shape& covered) {
  if (shape == covered) return std::nullopt;
  return Problem{"shape",
                 fmt::format("is not the one that the layout's bases cover, {}", to_text(covered))};
}

std::optional<Problem> problem_of_split(const Shape& shape, const Cluster& cluster) {
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d] >= cluster.split(d)) continue;
    return Problem{"shape", fmt::format("has {} in dimension {}, less than the {} CTAs along it",
                                        shape[d], d, cluster.split(d))};
  }
  return std::nullopt;
}

SharedLayout build_in_cluster(const Bases& offset_bases, const Cluster& cluster,
                              const Shape& shape) {
  const Shape part = cluster.shape_per_cta(shape);
  Steps steps(shape.rank());
  for (const Coordinate& basis : offset_bases) steps.move_to(Index::reg, basis);
  for (int d = 0; d < shape.rank(); ++d) steps.cover(d, part[d]);
  steps.fit(shape, {}, cluster);
  const Steps& fitted = steps;
  return SharedLayout(
      LinearLayout(shape, fitted.bases(Index::reg), {}, {}, fitted.bases(Index::block)), {});
}

}  // namespace layoutq
