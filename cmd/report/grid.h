#pragma once

#include <string_view>

#include "cmd/report/report.h"
#include "core/layout/walk.h"

namespace layoutq {

/// What a cell of the grid tells of a place.
struct CellFields {
  bool block = false;  ///< where there are several CTAs
  bool warp = false;
  bool lane = false;
  bool thread = false;
  bool reg = false;
};

/// `lane`, `warp:lane`, `warp:lane:register`, `thread` or `thread:register`. Error for another.
CellFields read_cell(std::string_view text);

/// Writes the selection's box as a grid with row and column numbers: a cell per element, with the
/// selected places that hold it, `.` for none. Rank 1 is one row; rank 3 and more are pages headed
/// by the leading coordinates.
void write_grid(Report* report, const Layout& layout, const Selection& selection,
                CellFields fields);

}  // namespace layoutq
