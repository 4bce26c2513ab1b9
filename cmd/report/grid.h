#pragma once

#include <array>
#include <functional>
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

/// Appends the cell of an element; the value is its colour, or −1 for none.
using WriteCell = std::function<Int(const Coordinate&, fmt::memory_buffer*)>;

/// Writes a box of a tensor of that rank as a grid with row and column numbers: a cell per element,
/// at most `width` wide. Rank 1 is one row; rank 3 and more are pages headed by the leading
/// coordinates.
void write_grid(Report* report, int rank, const std::array<Range, max_rank>& box, std::size_t width,
                const WriteCell& write_cell);

/// Writes the selection's box so: each cell has the selected places that hold the element, `.` for
/// none.
void write_grid(Report* report, const Layout& layout, const Selection& selection,
                CellFields fields);

}  // namespace layoutq
