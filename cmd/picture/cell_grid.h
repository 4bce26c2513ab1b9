#pragma once

#include <string>

#include "core/layout/dims.h"
#include "core/layout/walk.h"

namespace layoutq {

/// The text that a cell must have room for.
struct CellSize {
  Int most_parts = 1;  ///< the most texts in a cell, side by side and stacked
  Int part_width = 0;  ///< of one text, in user units
  Int room = 0;        ///< the margin around all texts, in user units
};

/// Places a cell for each element of a tensor. Two dimensions make rows and columns; further
/// dimensions make several pages, which are laid out in rows themselves. A tensor of rank 1 that is
/// too long for one row is split into pages, too. All lengths are in SVG user units.
class CellGrid {
 public:
  /// The last dimension runs across and the one before it down, except that `axis`, unless it is
  /// −1, is always one of the two. Throws Error for a grid larger than any viewer can show.
  CellGrid(const Shape& shape, int axis, const CellSize& size);

  Int width() const { return std::min(pages_, pages_per_row_) * page_width_ - page_gap; }
  Int height() const { return ceil_div(pages_, pages_per_row_) * page_height_ - page_gap; }
  Int cell_width() const { return cell_width_; }
  Int cell_height() const { return cell_height_; }
  Int rows() const { return down_ < 0 ? 1 : shape_[down_]; }
  /// Columns of a page. The last page of a strip may have fewer: the overload returns how many.
  Int columns() const { return std::min(shape_[across_], strip_ > 0 ? strip_ : shape_[across_]); }
  Int columns(const Coordinate& page) const {
    return std::min(columns(), shape_[across_] - page[across_]);
  }
  /// The dimensions that run down (−1 if none does) and across.
  int down() const { return down_; }
  int across() const { return across_; }
  /// Returns the heading of a page: "dim0 = 3: dim1 ↓ dim2 →"; empty for a strip.
  std::string name_of(const Coordinate& page) const;

  /// Calls visit(element, x, y) for each page, with its first element and the corner of its cell.
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
  /// Returns the element at a row and column of a page.
  Coordinate at(const Coordinate& page, Int row, Int column) const {
    Coordinate element = page;
    if (down_ >= 0) element[down_] = row;
    element[across_] += column;
    return element;
  }

  /// A part of a cell. The position is relative to the cell's corner.
  struct Part {
    Int x;
    Int y;
    Int width;
    Int height;
  };
  /// Returns the i-th of `count` equal parts that together fill the cell.
  Part part(std::size_t i, std::size_t count) const;

  /// The texts of so many rows and columns form a group; a page shows only groups in view.
  static constexpr Int chunk = 16;

  /// Returns the grid's geometry as JSON, for the script of an HTML page.
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
  Int left_ = 0;  ///< left edge of the first cell within a page; `top_` is its upper edge
  Int top_ = 0;
  Int pages_ = 1;
  Int pages_per_row_ = 1;
  Int page_width_ = 0;  ///< distance from one page to the next, gap included
  Int page_height_ = 0;
};

}  // namespace layoutq
