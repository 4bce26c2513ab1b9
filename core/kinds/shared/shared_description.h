#pragma once

#include <optional>
#include <string_view>

#include "core/kinds/kinds.h"

namespace layoutq {

/// The kind and the parameters of a layout of shared memory.
struct SharedDescription {
  VariantOf<decltype(shared_kinds)> kind;
};

/// Returns the kind's name in Triton's MLIR: "swizzled_shared", "amd_rotating_shared",
/// "nvmma_shared", "shared_linear" or "padded_shared".
std::string_view kind_name(const SharedDescription& description);

/// Returns the rank of the layout's tensor.
int rank(const SharedDescription& description);

/// Returns the number of CTAs of the cluster.
Int blocks(const SharedDescription& description);

/// Returns the default shape: the one that the bases cover, a tile of 8 rows, or one period of a
/// swizzle.
Shape covered_shape(const SharedDescription& description);

/// True if the kind also supports other shapes.
bool covers_any_shape(const SharedDescription& description);

/// Returns the first problem of a layout's parameters, or nullopt: numbers that are not powers of
/// two, an order that is not a permutation, a swizzle that does not exist, bases that do not give
/// each element exactly one offset.
std::optional<Problem> problem_of(const SharedDescription& description);

/// Returns the first problem of the shape for a layout whose parameters passed the check above, or
/// nullopt: a different rank, an extent that is not a power of two, a shape smaller than a tile, a
/// shape that the bases do not cover exactly, more than max_places places.
std::optional<Problem> problem_of(const SharedDescription& description, const Shape& shape);

/// Builds the layout on a tensor of this shape. The parameters and the shape must have passed
/// `problem_of`. Sources: Triton's `toLinearLayout`, and what its kernels store
/// (tests/oracle/shared_layouts.tsv, shared_3_6.tsv).
SharedLayout build(const SharedDescription& description, const Shape& shape);

}  // namespace layoutq
