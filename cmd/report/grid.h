#pragma once

#include <array>
#include <functional>
#include <vector>

#include "cmd/report/cell.h"
#include "cmd/report/report.h"
#include "core/layout/walk.h"

namespace layoutq {

/// The contents of a cell: texts, each in the colour of a number.
class GridCell {
 public:
  void clear();
  /// Begins another text, and returns the buffer to append it to. A colour of −1 means none.
  fmt::memory_buffer* add(Int colour);
  std::size_t size() const { return text_.size(); }
  /// Writes the texts with `|` between them.
  void write(Report* report) const;

 private:
  struct Part {
    std::size_t begin;
    Int colour;
  };

  fmt::memory_buffer text_;
  std::vector<Part> parts_;
};

/// Fills the empty cell of an element.
using FillCell = std::function<void(const Coordinate&, GridCell*)>;

/// Writes a box of a tensor of this rank as a grid with row and column numbers. Each element has a
/// cell of at most `width` characters. A tensor of rank 1 is one row; with rank 3 or more there are
/// pages, headed by the leading coordinates. A terminal shows only the columns that fit, and a note
/// says how to ask for others.
void write_grid(Report* report, int rank, const std::array<Range, max_rank>& box, std::size_t width,
                const FillCell& fill_cell);

/// Writes the selection's box as a grid. Each cell has the selected places that hold the element,
/// in colour, or `.` if there is none. A legend below explains the colours.
void write_grid(Report* report, const Layout& layout, const Selection& selection, CellFields fields,
                ColourBy colour_by);

}  // namespace layoutq
