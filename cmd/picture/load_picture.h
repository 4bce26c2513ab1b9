#pragma once

#include <string>
#include <vector>

#include "cmd/flags/cell_flags.h"
#include "cmd/picture/picture.h"
#include "core/layout/walk.h"
#include "core/questions/memory.h"

namespace layoutq {

/// What a warp, or all of a CTA, loads at once.
struct DrawnLoad {
  std::string name;  ///< "warp 0, rep 0"
  Region places;
};

/// A panel for each load: the lines of memory that it touches, sectors outlined, the bytes that it
/// wants filled. Error for more of them than a picture can show.
Picture load_picture(std::string caption, const Layout& layout, const Memory& memory,
                     const std::vector<DrawnLoad>& loads, const CellOptions& cells);

}  // namespace layoutq
