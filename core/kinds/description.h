#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kinds/kinds.h"

/// A kind of layouts of registers with its parameters, and what every kind answers. `build` makes a
/// Layout from it and a shape.
namespace layoutq {

struct Description {
  VariantOf<decltype(register_kinds)> kind;
};

/// Returns the kind's name in Triton's MLIR: "blocked", "slice", "linear", "nvidia_mma", "dot_op",
/// "amd_mfma" or "amd_wmma".
std::string_view kind_name(const Description& description);

/// Returns the rank of the layout's tensor.
int rank(const Description& description);

/// Return the lanes of a warp, the warps of a CTA, and the CTAs of a cluster.
Int lanes(const Description& description);
Int warps(const Description& description);
Int blocks(const Description& description);

/// Returns the shape that the layout covers once, without copies. It is the default shape.
Shape covered_shape(const Description& description);

/// Returns the first problem of a layout's parameters, or nullopt. Besides ranks, sizes and orders,
/// kinds other than blocked are checked for what Triton's verifiers refuse (a k_width that does not
/// fit the parent, an instruction that does not exist, …), for numbers that are not powers of two,
/// and for bases that do not reach every element of their shape.
std::optional<Problem> problem_of(const Description& description);

/// Returns the first problem of the shape for a layout whose parameters passed the check above, or
/// nullopt: a different rank, an extent outside 1 … max_extent or, for layouts by bases, one that
/// is not a power of two, or more than max_places places.
std::optional<Problem> problem_of(const Description& description, const Shape& shape,
                                  Registers registers = Registers::all);

/// Returns the reasons for which Triton 3.6 refuses a layout that layoutq accepts, a sentence each:
/// numbers that are not powers of two, tensors of more than 2^20 elements.
std::vector<std::string> refused_by_triton(const Description& description, const Shape& shape);

/// Builds the layout on a tensor of this shape. The parameters and the shape must have passed
/// `problem_of`.
Layout build(const Description& description, const Shape& shape,
             Registers registers = Registers::all);

}  // namespace layoutq
