#pragma once

#include "cmd/report/output.h"
#include "core/layout/layout.h"

/// The output of Triton's own triton-tensor-layout, byte for byte.
namespace layoutq {

/// Writes the tensor view: each cell has all places that hold the element, as
/// `T<thread>:<register>`.
void write_triton_tensor(Output* output, const Layout& layout);

/// Writes the hardware view: for each warp, a line for each register with the elements of all
/// lanes.
void write_triton_hardware(Output* output, const Layout& layout);

}  // namespace layoutq
