#pragma once

#include <array>
#include <functional>
#include <vector>

#include "cmd/report/cell.h"
#include "cmd/report/report.h"
#include "core/layout/walk.h"

namespace layoutq {

/// What stands in a cell: texts, each in the colour of a number.
class GridCell {
 public:
  void clear();
  /// Begins a further text, to be appended to what is returned; −1 for no colour.
  fmt::memory_buffer* add(Int colour);
  std::size_t size() const { return text_.size(); }
  /// The texts with `|` between them.
  void write(Report* report) const;

 private:
  struct Part {
    std::size_t begin;
    Int colour;
  };

  fmt::memory_buffer text_;
  std::vector<Part> parts_;
};

/// Fills an element's cell, which is empty.
using FillCell = std::function<void(const Coordinate&, GridCell*)>;

/// Writes a box of a tensor of that rank as a grid with row and column numbers: a cell per element,
/// at most `width` wide. Rank 1 is one row; rank 3 and more are pages headed by the leading
/// coordinates. On a terminal, only the columns that its lines have room for; a note says which,
/// and how to ask for others.
void write_grid(Report* report, int rank, const std::array<Range, max_rank>& box, std::size_t width,
                const FillCell& fill_cell);

/// Writes the selection's box so: each cell has the selected places that hold the element, `.` for
/// none, each in its colour; under the grid, what the colours mean.
void write_grid(Report* report, const Layout& layout, const Selection& selection, CellFields fields,
                ColourBy colour_by);

}  // namespace layoutq
