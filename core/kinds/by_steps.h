#pragma once

#include <bit>
#include <concepts>
#include <optional>

#include "core/kinds/limits.h"
#include "core/kinds/steps.h"
#include "core/layout/layout.h"

/// What follows from a kind's steps. A kind with the three functions of `BySteps` needs no others
/// to cover, check and build a shape.
namespace layoutq {

template <class Kind>
concept BySteps = requires(const Kind& kind, const std::optional<Shape>& shape) {
  // The steps before they are fitted to the shape; without a shape, those that cover one tile.
  { steps_of(kind, shape) } -> std::same_as<Steps>;
  // The order of dimensions in which registers cover the rest of a shape.
  { growing_order(kind) } -> std::same_as<Dims>;
  // Where the CTAs lie.
  { cluster_of(kind) } -> std::same_as<Cluster>;
};

/// Returns the problem if an extent is not a power of two.
std::optional<Problem> not_powers_of_two(const Shape& shape);

/// Returns the problem if fitted steps make more than max_places places or do not reach every
/// element of the shape.
std::optional<Problem> problem_of_fitted(const Steps& steps, const Shape& shape);

/// Builds the layout of fitted steps. `thread_tile_bits` is the number of register bits that make a
/// thread's tile, if the kind has one.
Layout layout_of(const Steps& steps, const Shape& shape,
                 std::optional<int> thread_tile_bits = std::nullopt);

template <BySteps Kind>
Steps fitted_steps(const Kind& kind, const Shape& shape) {
  Steps steps = steps_of(kind, shape);
  steps.fit(shape, growing_order(kind), cluster_of(kind));
  return steps;
}

template <BySteps Kind>
Int blocks(const Kind& kind) {
  return Int{1} << cluster_of(kind).cga_layout.size();
}

template <BySteps Kind>
Shape covered_shape(const Kind& kind) {
  return cluster_of(kind).shape_of_all(steps_of(kind, std::nullopt).covered());
}

template <BySteps Kind>
std::optional<Problem> problem_of(const Kind& kind, const Shape& shape, Registers) {
  if (auto problem = not_powers_of_two(shape)) return problem;
  return problem_of_fitted(fitted_steps(kind, shape), shape);
}

template <BySteps Kind>
Layout build(const Kind& kind, const Shape& shape, Registers) {
  return layout_of(fitted_steps(kind, shape), shape);
}

}  // namespace layoutq
