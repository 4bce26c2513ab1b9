#pragma once

#include <string>
#include <vector>

#include "cmd/picture/picture.h"
#include "cmd/report/cell.h"
#include "core/layout/walk.h"
#include "core/questions/memory.h"

namespace layoutq {

/// A load to draw: all that one warp, or one CTA, loads at once.
struct DrawnLoad {
  std::string name;  ///< "warp 0, rep 0"
  Region places;
};

/// Draws a panel for each load: the lines of memory that it touches, with sectors outlined and the
/// requested bytes filled. Throws Error if there are more loads than a picture can show.
Picture load_picture(std::string caption, const Layout& layout, const Memory& memory,
                     const std::vector<DrawnLoad>& loads, const CellOptions& cells);

}  // namespace layoutq
