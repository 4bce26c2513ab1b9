#pragma once

#include <string>

#include "core/layout/dims.h"
#include "core/layout/walk.h"

namespace layoutq {

/// What a cell must have room for.
struct CellSize {
  Int most_parts = 1;  ///< texts next to and below each other
  Int part_width = 0;  ///< of one of them
  Int room = 0;        ///< around all
};

/// Where each element of a tensor has its cell: in rows and columns, and, where there are further
/// dimensions, on several pages, which stand in rows, too. A long strip is several pages as well.
/// In the units of SVG.
class CellGrid {
 public:
  /// The last dimension goes across and the one before it down, but that `axis`, unless it is −1,
  /// is always one of the two. Error for a grid larger than any program shows.
  CellGrid(const Shape& shape, int axis, const CellSize& size);

  Int width() const { return std::min(pages_, pages_per_row_) * page_width_ - page_gap; }
  Int height() const { return ceil_div(pages_, pages_per_row_) * page_height_ - page_gap; }
  Int cell_width() const { return cell_width_; }
  Int cell_height() const { return cell_height_; }
  Int rows() const { return down_ < 0 ? 1 : shape_[down_]; }
  /// Of a page; the last one of a strip may have fewer.
  Int columns() const { return std::min(shape_[across_], strip_ > 0 ? strip_ : shape_[across_]); }
  Int columns(const Coordinate& page) const {
    return std::min(columns(), shape_[across_] - page[across_]);
  }
  /// The dimensions that go down, −1 for none, and across.
  int down() const { return down_; }
  int across() const { return across_; }
  /// What stands over a page: "dim0 = 3: dim1 ↓ dim2 →"; nothing over a strip.
  std::string name_of(const Coordinate& page) const;

  /// Calls visit(first element of the page, x, y) with the place of that element's cell.
  template <class Visit>
  void for_each_page(Visit visit) const {
    Selection pages{{Region{}}};
    Coordinate page(shape_.rank(), 0);
    for (int d = 0; d < shape_.rank(); ++d) {
      const bool in_page = d == down_ || d == across_;
      pages.regions.front().box[static_cast<std::size_t>(d)] = {0, in_page ? 1 : shape_[d]};
    }
    for (Int number = 0; number < pages_; ++number) {
      if (strip_ > 0) page[0] = number * strip_;
      visit(page, number % pages_per_row_ * page_width_ + left_,
            number / pages_per_row_ * page_height_ + top_);
      if (strip_ == 0) advance(pages, &page);
    }
  }
  /// The element of a page in that row and column.
  Coordinate at(const Coordinate& page, Int row, Int column) const {
    Coordinate element = page;
    if (down_ >= 0) element[down_] = row;
    element[across_] += column;
    return element;
  }

  /// A part of a cell, from the cell's corner on.
  struct Part {
    Int x;
    Int y;
    Int width;
    Int height;
  };
  /// The i-th of `count` parts, which fill the cell.
  Part part(std::size_t i, std::size_t count) const;

  /// Rows and columns whose texts make a group: a page shows those that are in view.
  static constexpr Int chunk = 16;

  /// All that, as a page wants it.
  std::string json(int axis) const;

 private:
  static constexpr Int page_gap = 18;

  void choose_cell_size(const CellSize& size);
  void place_pages();

  Shape shape_;
  int down_ = -1;
  int across_ = 0;
  Int strip_ = 0;  ///< elements of each page of a long strip
  Int parts_per_row_ = 1;
  Int cell_width_ = 0;
  Int cell_height_ = 0;
  Int left_ = 0;  ///< of the first cell, within a page
  Int top_ = 0;
  Int pages_ = 1;
  Int pages_per_row_ = 1;
  Int page_width_ = 0;  ///< from one page to the next
  Int page_height_ = 0;
};

}  // namespace layoutq
