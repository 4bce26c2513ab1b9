#include "core/kinds/shared/swizzled.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/kinds/parameters.h"
#include "core/kinds/shared/offsets.h"

namespace layoutq {

namespace {

constexpr Int most_swizzle = 1 << 16;

std::optional<Problem> problem_of_swizzle_size(std::string_view parameter, Int value) {
  if (is_power_of_two(value) && value <= most_swizzle) return std::nullopt;
  return Problem{parameter, fmt::format("is {}, but must be a power of two of at most {}", value,
                                        most_swizzle)};
}

Bases swizzled_bases(const SwizzledShared& shared, const Shape& shape) {
  Bases bases = bases_in_order(shape, shared.order);
  if (shape.rank() == 1) return bases;
  const int column = static_cast<int>(shared.order[0]);
  const int row = static_cast<int>(shared.order[1]);
  const Swizzle swizzle{shared.vec, shared.per_phase, shared.max_phase, shared.rotating};
  for (Coordinate& basis : bases) {
    if (basis[row] > 0) basis[column] = shared.vec * swizzle.phase(basis[row]) % shape[column];
  }
  return bases;
}

}  // namespace

Int Swizzle::phase(Int row) const {
  const Int begun = row / per_phase;
  const Int phase = begun % max_phase;
  return rotating ? phase ^ (begun / max_phase % max_phase) : phase;
}

int rank(const SwizzledShared& shared) { return shared.order.rank(); }
Int blocks(const SwizzledShared& shared) { return Int{1} << shared.cga_layout.size(); }
bool covers_any_shape(const SwizzledShared&) { return true; }

Shape covered_shape(const SwizzledShared& shared) {
  Shape shape(shared.order.rank(), 1);
  const auto extent = [&](std::size_t i) -> Int& {
    return shape[static_cast<int>(shared.order[static_cast<int>(i)])];
  };
  extent(0) = shared.vec * shared.max_phase;
  if (shape.rank() > 1) {
    extent(1) = shared.per_phase * shared.max_phase * (shared.rotating ? shared.max_phase : 1);
  }
  return Cluster{shared.cga_layout}.shape_of_all(shape);
}

std::optional<Problem> problem_of(const SwizzledShared& shared) {
  if (shared.has_leading_offset) {
    return Problem{"hasLeadingOffset", "is true: only its newer form, nvmma_shared, is modelled"};
  }
  for (const auto& [name, value] : {std::pair{"vec", shared.vec},
                                    {"per_phase", shared.per_phase},
                                    {"max_phase", shared.max_phase}}) {
    if (auto problem = problem_of_swizzle_size(name, value)) return problem;
  }
  const int rank = shared.order.rank();
  if (rank == 0) return Problem{"order", "is empty"};
  if (!is_permutation(shared.order, rank)) {
    return Problem{"order", fmt::format("is not a permutation of 0 to {}", rank - 1)};
  }
  return problem_of_cluster(shared.cga_layout, rank);
}

std::optional<Problem> problem_of(const SwizzledShared& shared, const Shape& shape) {
  return problem_of_split(shape, {shared.cga_layout});
}

SharedLayout build(const SwizzledShared& shared, const Shape& shape) {
  const Cluster cluster{shared.cga_layout};
  return build_in_cluster(swizzled_bases(shared, cluster.shape_per_cta(shape)), cluster, shape);
}

}  // namespace layoutq
