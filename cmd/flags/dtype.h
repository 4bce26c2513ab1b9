#pragma once

#include <optional>
#include <string_view>

#include "core/layout/dims.h"

namespace layoutq {

/// Returns the bytes of one element, by any name of its type in Triton, PyTorch, NumPy or MLIR,
/// with or without a prefix `torch.`, `np.`, `numpy.` or `tl.`. Returns nullopt for an unknown
/// name. An i1 takes a byte in memory.
std::optional<Int> dtype_bytes(std::string_view name);

/// Returns the name of the element type that a mistyped one most likely means, if any is close.
std::optional<std::string_view> closest_dtype(std::string_view name);

}  // namespace layoutq
