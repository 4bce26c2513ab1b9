#pragma once

#include <functional>

#include "cmd/picture/tensor_panel.h"
#include "cmd/report/offset_rows.h"
#include "core/layout/walk.h"

namespace layoutq {

/// Draws a tensor in shared memory. Each element has the colour of its bank and shows the number
/// that `cell` computes from its offset. Elements outside the selection are dimmed. Throws Error if
/// the format is an HTML page and the tensor has more elements than a page shows fast. The picture
/// keeps references to the tensor's layout.
Picture memory_picture(std::string caption, const SharedTensor& tensor, const Selection& selection,
                       const std::function<Int(Int)>& cell, Format format);

}  // namespace layoutq
