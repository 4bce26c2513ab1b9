#pragma once

#include "cmd/picture/tensor_panel.h"
#include "cmd/report/cell.h"
#include "core/layout/walk.h"

/// Pictures of a layout in registers: each element with the places that hold it.
namespace layoutq {

/// Draws the layout; what lies outside the selection is dimmed. Throws Error if the format is an
/// HTML page and the tensor has more elements than a page shows fast. The picture keeps a reference
/// to the layout.
Picture layout_picture(const std::string& caption, const Layout& layout, const Selection& selection,
                       const CellOptions& cells, Format format);

/// Draws the layout once for each axis. Marks between neighbours along the axis show how a
/// reduction adds them: in a thread, by shuffles, or through shared memory.
Picture reduction_picture(const std::string& caption, const Layout& layout,
                          const std::vector<int>& axes, const CellOptions& cells, Format format);

}  // namespace layoutq
