#pragma once

#include "cmd/flags/cell_flags.h"
#include "cmd/picture/tensor_panel.h"
#include "core/layout/walk.h"

/// Pictures of a layout of registers: each element with its holders.
namespace layoutq {

/// The layout, with what the selection leaves out dimmed. Error for a page of more elements than it
/// can show fast. Refers to the layout.
Picture layout_picture(const std::string& caption, const Layout& layout, const Selection& selection,
                       const CellOptions& cells, Format format);

/// The layout once for each axis, with marks that tell how neighbours along it are added up.
Picture reduction_picture(const std::string& caption, const Layout& layout,
                          const std::vector<int>& axes, const CellOptions& cells, Format format);

}  // namespace layoutq
