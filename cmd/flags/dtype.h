#pragma once

#include <optional>
#include <string_view>

#include "core/layout/dims.h"

namespace layoutq {

/// The bytes of one element of a type by any of its names in Triton, PyTorch, NumPy and MLIR, also
/// behind `torch.`, `np.`, `numpy.` or `tl.`; nothing for an unknown name. i1 is a byte in memory.
std::optional<Int> dtype_bytes(std::string_view name);

/// The name of an element type that a mistyped one likely means.
std::optional<std::string_view> closest_dtype(std::string_view name);

}  // namespace layoutq
