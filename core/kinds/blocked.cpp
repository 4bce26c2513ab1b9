#include "core/kinds/blocked.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/kinds/by_steps.h"
#include "core/kinds/matrix.h"
#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

/// The sizes by their names in Python.
std::array<std::pair<std::string_view, const Dims*>, 3> sizes_of(const Blocked& blocked) {
  return {{{"size_per_thread", &blocked.size_per_thread},
           {"threads_per_warp", &blocked.threads_per_warp},
           {"warps_per_cta", &blocked.warps_per_cta}}};
}

std::optional<Problem> problem_of_sizes(const Blocked& blocked) {
  const int rank = blocked.rank();
  if (rank == 0) return Problem{"size_per_thread", "is empty"};
  for (const auto& [name, values] : sizes_of(blocked)) {
    if (values->rank() != rank) {
      return Problem{name, fmt::format("has {}, but size_per_thread has {}",
                                       counted(values->rank(), "number"), rank)};
    }
    if (auto reason = not_sizes(*values)) return Problem{name, *reason};
  }
  if (!is_permutation(blocked.order, rank)) {
    return Problem{"order", fmt::format("is not a permutation of 0 to {}", rank - 1)};
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_tile(const Blocked& blocked) {
  for (int d = 0; d < blocked.rank(); ++d) {
    const auto tile = checked_product(std::array{
        blocked.size_per_thread[d], blocked.threads_per_warp[d], blocked.warps_per_cta[d]});
    if (!tile || *tile > max_extent) {
      return Problem{"size_per_thread",
                     fmt::format("makes the tile {} x {} x {} long in dimension {}: more than {}",
                                 blocked.size_per_thread[d], blocked.threads_per_warp[d],
                                 blocked.warps_per_cta[d], d, max_extent)};
    }
  }
  return std::nullopt;
}

/// Bases take only powers of two. They place several CTAs, and operands.
std::optional<Problem> problem_of_bases(const Blocked& blocked) {
  const int rank = blocked.rank();
  if (auto problem = problem_of_cluster(blocked.cga_layout, rank)) return problem;
  for (const auto& [name, values] : sizes_of(blocked)) {
    if (auto problem = not_powers(name, *values, rank)) return problem;
  }
  return std::nullopt;
}

/// Returns the axes of a layout on one CTA.
std::vector<Axis> axes_of(const Blocked& blocked, const Shape& shape, Registers registers) {
  std::vector<Axis> axes;
  for (int d = 0; d < blocked.rank(); ++d) {
    axes.push_back({.extent = shape[d],
                    .elements = blocked.size_per_thread[d],
                    .lanes = blocked.threads_per_warp[d],
                    .warps = blocked.warps_per_cta[d],
                    .repetitions = ceil_div(shape[d], blocked.tile(d)),
                    .distinct = registers == Registers::distinct});
  }
  return axes;
}

/// A dimension of which every thread holds all that its CTA has.
struct WholeDimension {
  int d = 0;
  Int extent = 1;
};

Steps tile_by_steps(const Blocked& blocked, const std::optional<WholeDimension>& whole) {
  Steps steps(blocked.rank());
  const auto part = [&](Index index, const Dims& sizes) {
    for (Int at : blocked.order) {
      const int d = static_cast<int>(at);
      if (!whole || whole->d != d) {
        steps.move(index, sizes[d], d);
      } else if (index == Index::reg) {
        steps.move(index, whole->extent, d);
      } else {
        steps.copy(index, sizes[d]);
      }
    }
  };
  part(Index::reg, blocked.size_per_thread);
  part(Index::lane, blocked.threads_per_warp);
  part(Index::warp, blocked.warps_per_cta);
  return steps;
}

}  // namespace

int rank(const Blocked& blocked) { return blocked.rank(); }
Int lanes(const Blocked& blocked) { return product(blocked.threads_per_warp); }
Int warps(const Blocked& blocked) { return product(blocked.warps_per_cta); }
Cluster cluster_of(const Blocked& blocked) { return {blocked.cga_layout}; }

Shape covered_shape(const Blocked& blocked) {
  Shape tile;
  for (int d = 0; d < blocked.rank(); ++d) tile.push_back(blocked.tile(d));
  return cluster_of(blocked).shape_of_all(tile);
}

Steps steps_of(const Blocked& blocked, const std::optional<Shape>&) {
  return tile_by_steps(blocked, std::nullopt);
}

Dims growing_order(const Blocked& blocked) { return blocked.order; }

Operand operand_of(const Blocked& parent, const DotOperand& operand,
                   const std::optional<Shape>& shape) {
  if (operand.k_width != 0) return Problem{"k_width", "is not for a blocked parent"};
  if (parent.rank() < 2) return Problem{"parent", "has 1 dimension, but a matrix has 2"};
  if (auto problem = problem_of_bases(parent)) return *problem;
  const int k = operand_dimensions(parent.rank(), operand.operand_index).fast;
  const Cluster cluster = copied_along(cluster_of(parent), k);
  const Int extent = shape ? cluster.shape_per_cta(*shape)[k] : parent.size_per_thread[k];
  return OperandLayout{tile_by_steps(parent, WholeDimension{k, extent}), parent.order, cluster};
}

std::optional<Problem> problem_of(const Blocked& blocked) {
  if (auto problem = problem_of_sizes(blocked)) return problem;
  if (auto problem = problem_of_tile(blocked)) return problem;
  if (!checked_product(blocked.threads_per_warp)) {
    return Problem{"threads_per_warp", "is more than 2^63 lanes"};
  }
  if (!checked_product(blocked.warps_per_cta)) {
    return Problem{"warps_per_cta", "is more than 2^63 warps"};
  }
  return blocked.cga_layout.empty() ? std::nullopt : problem_of_bases(blocked);
}

std::optional<Problem> problem_of(const Blocked& blocked, Int warp_size) {
  if (auto problem = problem_of_sizes(blocked)) return problem;
  const auto lanes = checked_product(blocked.threads_per_warp);
  if (lanes != warp_size) {
    return Problem{"threads_per_warp",
                   lanes
                       ? fmt::format("is {}, but a warp has {}", counted(*lanes, "lane"), warp_size)
                       : fmt::format("is more than 2^63 lanes, but a warp has {}", warp_size)};
  }
  return problem_of_tile(blocked);
}

std::optional<Problem> problem_of(const Blocked& blocked, const Shape& shape, Registers registers) {
  if (!blocked.cga_layout.empty()) {
    if (auto problem = not_powers_of_two(shape)) return problem;
    return problem_of_fitted(fitted_steps(blocked, shape), shape);
  }
  std::optional<Int> places = 1;
  for (const Axis& axis : axes_of(blocked, shape, registers)) {
    if (places) places = checked_multiply(*places, axis.places());
  }
  if (places && *places <= max_places) return std::nullopt;
  return too_many_places();
}

Layout build(const Blocked& blocked, const Shape& shape, Registers registers) {
  if (blocked.cga_layout.empty()) {
    return TiledLayout(axes_of(blocked, shape, registers),
                       {blocked.order.begin(), blocked.order.end()});
  }
  return layout_of(fitted_steps(blocked, shape), shape,
                   steps_of(blocked, std::nullopt).bits(Index::reg));
}

std::vector<std::string> refused_by_triton(const Blocked& blocked, const std::optional<Shape>&) {
  std::vector<std::string> refusals;
  for (const auto& [name, values] : sizes_of(blocked)) {
    for (std::string& refusal : refused_unless_powers(name, *values)) {
      refusals.push_back(std::move(refusal));
    }
  }
  return refusals;
}

std::vector<std::string> refused_unless_powers(std::string_view parameter, const Dims& values) {
  if (std::all_of(values.begin(), values.end(), is_power_of_two)) return {};
  return {
      fmt::format("Triton refuses {} {}: it takes only powers of two", parameter, to_text(values))};
}

}  // namespace layoutq
