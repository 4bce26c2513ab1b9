#pragma once

#include <optional>

#include "core/kinds/limits.h"
#include "core/kinds/steps.h"
#include "core/layout/shared_layout.h"

/// What the kinds of shared memory have in common: the bases of offsets.
namespace layoutq {

/// Returns the bases of offsets that walk through `shape` in `order`, fastest dimension first.
Bases bases_in_order(const Shape& shape, const Dims& order);

/// Returns the order for which `bases_in_order` gives these bases, or nullopt if there is none.
std::optional<Dims> order_of_bases(const Shape& shape, const Bases& bases);

/// Returns the problem if the bases do not give each element of the shape exactly one offset in a
/// CTA.
std::optional<Problem> problem_of_offsets(const Bases& offset_bases, const Bases& block_bases,
                                          const Shape& shape);

/// Returns the problem if the shape is not the one that the layout's bases cover.
std::optional<Problem> problem_of_other_shape(const Shape& shape, const Shape& covered);

/// Returns the problem if the shape has fewer elements along a dimension than the cluster has CTAs.
std::optional<Problem> problem_of_split(const Shape& shape, const Cluster& cluster);

/// Builds the layout with these bases of a CTA's offsets, and places the CTAs.
SharedLayout build_in_cluster(const Bases& offset_bases, const Cluster& cluster,
                              const Shape& shape);

}  // namespace layoutq
