#pragma once

#include <optional>
#include <string_view>

#include "core/layout/dims.h"

namespace layoutq {

/// Returns the bytes of an element of a type, or nullopt for an unknown name. Accepts the names of
/// Triton, PyTorch, NumPy and MLIR, also after `torch.`, `np.`, `numpy.` or `tl.`. An i1 takes a
/// byte in memory.
std::optional<Int> dtype_bytes(std::string_view name);

/// Returns the name of the element type that a mistyped one probably means.
std::optional<std::string_view> closest_dtype(std::string_view name);

}  // namespace layoutq
