#include "cmd/picture/cell_grid.h"

#include <fmt/format.h>

#include <algorithm>

#include "cmd/error.h"
#include "cmd/picture/svg.h"
#include "core/layout/text.h"

namespace layoutq {

CellGrid::CellGrid(const Shape& shape, int axis, const CellSize& size) : shape_(shape) {
  const int rank = shape.rank();
  across_ = rank - 1;
  if (rank > 1) down_ = axis >= 0 && axis < rank - 2 ? axis : rank - 2;
  constexpr Int longest_strip = 128;
  constexpr Int strip = 64;
  if (rank == 1 && shape[0] > longest_strip) strip_ = strip;
  choose_cell_size(size);
  place_pages();
}

void CellGrid::choose_cell_size(const CellSize& size) {
  // Arranges the texts of a cell so that they cover an area that is about square.
  const auto extent = [&](Int per_row) {
    return std::max(per_row * size.part_width,
                    ceil_div(size.most_parts, per_row) * Svg::line_height);
  };
  for (Int per_row = 2; per_row <= size.most_parts; ++per_row) {
    if (extent(per_row) < extent(parts_per_row_)) parts_per_row_ = per_row;
  }
  constexpr Int least = 20;
  cell_width_ = std::max({parts_per_row_ * size.part_width + size.room, least,
                          Svg::width_of(digits(shape_[across_] - 1)) + 4});
  cell_height_ =
      std::max(ceil_div(size.most_parts, parts_per_row_) * Svg::line_height + 4, least) + size.room;
}

void CellGrid::place_pages() {
  constexpr Int label_gap = 6;
  left_ = down_ < 0 ? 1 : Svg::width_of(digits(rows() - 1)) + label_gap;
  Coordinate last = shape_;
  for (Int& position : last) --position;
  const std::string name = name_of(last);
  top_ = Svg::line_height + 2 + (name.empty() ? 0 : Svg::line_height + 4);
  page_width_ =
      left_ + std::max(columns() * cell_width_ + 1, Svg::width_of(name.size())) + page_gap;
  page_height_ = top_ + rows() * cell_height_ + 1 + page_gap;
  std::optional<Int> pages = strip_ > 0 ? ceil_div(shape_[0], strip_) : 1;
  for (int d = 0; d < shape_.rank(); ++d) {
    if (d != down_ && d != across_ && pages) pages = checked_multiply(*pages, shape_[d]);
  }
  // SVG viewers keep lengths in 32 bits.
  constexpr Int most = Int{1} << 31;
  const auto height = pages ? checked_multiply(*pages, page_height_) : std::nullopt;
  if (!height || *height > most || page_width_ > most) {
    throw Error(fmt::format("a picture of shape {} would be more than {} pixels wide or high",
                            to_text(shape_), most));
  }
  pages_ = *pages;
  constexpr Int preferred_width = 1200;
  pages_per_row_ = std::clamp<Int>(preferred_width / page_width_, 1, pages_);
}

std::string CellGrid::name_of(const Coordinate& page) const {
  if (down_ < 0) return "";
  std::string name;
  for (int d = 0; d < page.rank(); ++d) {
    if (d == down_ || d == across_) continue;
    name += fmt::format("{}dim{} = {}", name.empty() ? "" : ", ", d, page[d]);
  }
  return fmt::format("{}{}dim{} \u2193 dim{} \u2192", name, name.empty() ? "" : ": ", down_,
                     across_);
}

CellGrid::Part CellGrid::part(std::size_t i, std::size_t count) const {
  const auto number = static_cast<Int>(i);
  const auto parts = static_cast<Int>(count);
  const Int rows = ceil_div(parts, parts_per_row_);
  const Int row = number / parts_per_row_;
  const Int in_row = row + 1 < rows ? parts_per_row_ : parts - row * parts_per_row_;
  const Int column = number % parts_per_row_;
  const Int x = column * cell_width_ / in_row;
  const Int y = row * cell_height_ / rows;
  return {x, y, (column + 1) * cell_width_ / in_row - x, (row + 1) * cell_height_ / rows - y};
}

std::string CellGrid::json(int axis) const {
  return fmt::format(
      "{{\"down\": {}, \"across\": {}, \"left\": {}, \"top\": {}, \"cellWidth\": {}, "
      "\"cellHeight\": {}, \"pagesPerRow\": {}, \"pageWidth\": {}, \"pageHeight\": {}, "
      "\"axis\": {}, \"strip\": {}, \"chunk\": {}}}",
      down_, across_, left_, top_, cell_width_, cell_height_, pages_per_row_, page_width_,
      page_height_, axis, strip_, chunk);
}

}  // namespace layoutq
