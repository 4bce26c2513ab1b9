#pragma once

#include "cmd/report/output.h"
#include "core/layout/layout.h"

/// What Triton's own triton-tensor-layout prints, byte for byte.
namespace layoutq {

/// The tensor: in each element's cell every place that holds it, `T<thread>:<register>`.
void write_triton_tensor(Output* output, const Layout& layout);

/// The hardware: for each warp a line per register with the elements of all lanes.
void write_triton_hardware(Output* output, const Layout& layout);

}  // namespace layoutq
