#pragma once

#include <functional>

#include "cmd/picture/tensor_panel.h"
#include "cmd/report/offset_rows.h"
#include "core/layout/walk.h"

namespace layoutq {

/// A tensor in shared memory: each element coloured by the bank where it lies, with what `cell`
/// makes of its offset. What the selection of its numbers leaves out is dimmed. Error for a page of
/// more elements than it can show fast. Refers to the tensor's layout.
Picture memory_picture(std::string caption, const SharedTensor& tensor, const Selection& selection,
                       const std::function<Int(Int)>& cell, Format format);

}  // namespace layoutq
