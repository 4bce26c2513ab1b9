#include "cmd/picture/tensor_panel.h"

#include <algorithm>
#include <utility>

#include "core/layout/text.h"
#include "core/layout/walk.h"

namespace layoutq {

namespace {

/// Where each element of a tensor has its cell.
class Grid {
 public:
  explicit Grid(const TensorDrawing& drawing);

  Int width() const { return std::min(pages_, pages_per_row_) * page_width_ - page_gap; }
  Int height() const { return ceil_div(pages_, pages_per_row_) * page_height_ - page_gap; }
  Int cell_width() const { return cell_width_; }
  Int cell_height() const { return cell_height_; }

  /// Calls visit(first element of the page, x and y of its cell).
  template <class Visit>
  void for_each_page(Visit visit) const {
    Selection pages{{Region{}}};
    Coordinate page(shape_.rank(), 0);
    for (int d = 0; d < shape_.rank(); ++d) {
      const bool in_page = d == down_ || d == across_;
      pages.regions.front().box[static_cast<std::size_t>(d)] = {0, in_page ? 1 : shape_[d]};
    }
    Int number = 0;
    do {
      visit(page, number % pages_per_row_ * page_width_ + left_,
            number / pages_per_row_ * page_height_ + top_);
      ++number;
    } while (advance(pages, &page));
  }

  Int rows() const { return down_ < 0 ? 1 : shape_[down_]; }
  Int columns() const { return shape_[across_]; }
  /// The dimensions that go down, −1 for none, and across.
  int down() const { return down_; }
  int across() const { return across_; }
  bool has_pages() const { return shape_.rank() > 2; }
  Int left() const { return left_; }

  /// The element of a page in that row and column.
  Coordinate at(const Coordinate& page, Int row, Int column) const {
    Coordinate element = page;
    if (down_ >= 0) element[down_] = row;
    element[across_] = column;
    return element;
  }

  /// Where the i-th of `count` parts of a cell stands in it.
  struct Part {
    Int x;
    Int y;
    Int width;
    Int height;
  };
  Part part(std::size_t i, std::size_t count) const {
    const auto per_row = static_cast<Int>(parts_per_row_);
    const Int n = static_cast<Int>(count);
    const Int rows = ceil_div(n, per_row);
    const Int row = static_cast<Int>(i) / per_row;
    const Int in_row = row + 1 < rows ? per_row : n - row * per_row;
    const Int column = static_cast<Int>(i) % per_row;
    const Int x = column * cell_width_ / in_row;
    const Int y = row * cell_height_ / rows;
    return {x, y, (column + 1) * cell_width_ / in_row - x, (row + 1) * cell_height_ / rows - y};
  }

  std::string page_data(int axis) const {
    return fmt::format(
        "{{\"down\": {}, \"across\": {}, \"left\": {}, \"top\": {}, \"cellWidth\": {}, "
        "\"cellHeight\": {}, \"pagesPerRow\": {}, \"pageWidth\": {}, \"pageHeight\": {}, "
        "\"axis\": {}, \"chunk\": {}}}",
        down_, across_, left_, top_, cell_width_, cell_height_, pages_per_row_, page_width_,
        page_height_, axis, chunk);
  }

  /// Rows and columns whose texts make a group: a page shows those that are in view.
  static constexpr Int chunk = 16;

 private:
  static constexpr Int page_gap = 18;

  Shape shape_;
  int down_ = -1;
  int across_ = 0;
  std::size_t parts_per_row_ = 1;
  Int cell_width_ = 0;
  Int cell_height_ = 0;
  Int left_ = 0;  ///< of the first cell, within a page
  Int top_ = 0;
  Int pages_ = 1;
  Int pages_per_row_ = 1;
  Int page_width_ = 0;  ///< from one page to the next
  Int page_height_ = 0;
};

Grid::Grid(const TensorDrawing& drawing) : shape_(drawing.shape) {
  const int rank = shape_.rank();
  across_ = rank - 1;
  if (rank > 1) down_ = drawing.axis >= 0 && drawing.axis < rank - 2 ? drawing.axis : rank - 2;

  // The texts of a cell make a block that is about square.
  const auto parts = static_cast<std::size_t>(drawing.most_parts);
  const Int part_width = Svg::width_of(drawing.text_width) + (drawing.may_copy ? 12 : 8);
  const auto extent = [&](std::size_t per_row) {
    const auto rows = static_cast<Int>((parts + per_row - 1) / per_row);
    return std::max(static_cast<Int>(per_row) * part_width, rows * Svg::line_height);
  };
  for (std::size_t per_row = 2; per_row <= parts; ++per_row) {
    if (extent(per_row) < extent(parts_per_row_)) parts_per_row_ = per_row;
  }
  const auto rows_of_parts = static_cast<Int>((parts + parts_per_row_ - 1) / parts_per_row_);
  constexpr Int least_height = 20;
  // Links need room between the texts.
  const Int room = drawing.axis < 0 ? 0 : 10;
  cell_width_ = std::max({static_cast<Int>(parts_per_row_) * part_width + room, least_height,
                          Svg::width_of(digits(columns() - 1)) + 4});
  cell_height_ = std::max(rows_of_parts * Svg::line_height + 4, least_height) + room;

  constexpr Int label_gap = 6;
  left_ = down_ < 0 ? 1 : Svg::width_of(digits(rows() - 1)) + label_gap;
  top_ = Svg::line_height + 2 + (has_pages() ? Svg::line_height + 4 : 0);
  page_width_ = left_ + columns() * cell_width_ + 1 + page_gap;
  page_height_ = top_ + rows() * cell_height_ + 1 + page_gap;
  pages_per_row_ = pages_ = 1;
  for (int d = 0; d < rank; ++d) {
    if (d != down_ && d != across_) pages_ *= shape_[d];
  }
  constexpr Int preferred_width = 1200;
  pages_per_row_ = std::clamp<Int>(preferred_width / page_width_, 1, pages_);
}

/// Draws one panel, layer by layer, each over all elements, so that equal things stand together.
class TensorPainter {
 public:
  TensorPainter(Svg* svg, const TensorDrawing& drawing, const Grid& grid)
      : svg_(*svg), drawing_(drawing), grid_(grid) {}

  void paint() {
    labels();
    fills(0);
    svg_.open_group("class=\"text\" fill=\"#111\" text-anchor=\"middle\"");
    if (!drawing_.for_page) texts();
    svg_.close_group();
    if (drawing_.may_dim) dimming();
    if (drawing_.may_copy) copies();
    lines();
    if (drawing_.axis >= 0) links();
  }

  // The layers that a page keeps aside.

  void fills(std::size_t colouring);
  /// The texts in groups of neighbours, so that those in view can be shown.
  void texts_in_chunks();

 private:
  /// Calls visit(element, x, y, end of its row) for all elements of all pages.
  template <class Visit>
  void for_each_cell(Visit visit) {
    grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
      for (Int row = 0; row < grid_.rows(); ++row) {
        for (Int column = 0; column < grid_.columns(); ++column) {
          visit(grid_.at(page, row, column), x + column * grid_.cell_width(),
                y + row * grid_.cell_height(), column + 1 == grid_.columns());
        }
      }
    });
  }
  const CellContents& contents(const Coordinate& element) {
    drawing_.fill_cell(element, &contents_);
    return contents_;
  }

  void labels();
  void texts();
  void text(const Coordinate& element, Int x, Int y);
  void dimming();
  void copies();
  void lines();
  void lines_of(Border border);
  void links();

  Svg& svg_;
  const TensorDrawing& drawing_;
  const Grid& grid_;
  CellContents contents_;
};

void TensorPainter::labels() {
  const auto baseline = [](Int top, Int height) { return top + height / 2 + 4; };
  svg_.open_group("class=\"axis\" fill=\"#555\" text-anchor=\"middle\"");
  grid_.for_each_page([&](const Coordinate&, Int x, Int y) {
    for (Int column = 0; column < grid_.columns(); ++column) {
      svg_.text(x + column * grid_.cell_width() + grid_.cell_width() / 2, y - 5,
                fmt::format_int(column).str());
    }
  });
  svg_.close_group();
  if (grid_.down() < 0) return;
  svg_.open_group("class=\"axis\" fill=\"#555\" text-anchor=\"end\"");
  grid_.for_each_page([&](const Coordinate&, Int x, Int y) {
    for (Int row = 0; row < grid_.rows(); ++row) {
      svg_.text(x - 5, baseline(y + row * grid_.cell_height(), grid_.cell_height()),
                fmt::format_int(row).str());
    }
  });
  svg_.close_group();
  if (!grid_.has_pages()) return;
  svg_.open_group("class=\"label\"");
  grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
    std::string name;
    for (int d = 0; d < page.rank(); ++d) {
      if (d == grid_.down() || d == grid_.across()) continue;
      name += fmt::format("{}dim{} = {}", name.empty() ? "" : ", ", d, page[d]);
    }
    svg_.text(x, y - 5 - Svg::line_height - 2, name);
  });
  svg_.close_group();
}

void TensorPainter::fills(std::size_t colouring) {
  svg_.open_group(fmt::format("class=\"fill by-{}\"", drawing_.colourings[colouring]));
  struct {
    Int x = 0;
    Int end = 0;
    Int number = -1;
  } run;  // of cells of one colour, next to each other
  const auto flush = [&](Int y) {
    if (run.end > run.x) {
      svg_.rect(run.x, y, run.end - run.x, grid_.cell_height(), fill_of(run.number));
    }
    run.x = run.end = 0;
  };
  for_each_cell([&](const Coordinate& element, Int x, Int y, bool row_ends) {
    const std::vector<CellPart>& parts = contents(element).parts;
    const bool alike = std::all_of(parts.begin(), parts.end(), [&](const CellPart& part) {
      return part.numbers[colouring] == parts.front().numbers[colouring];
    });
    if (!alike || parts.empty() || parts.front().numbers[colouring] != run.number) flush(y);
    if (alike && !parts.empty()) {
      if (run.end == run.x) run = {x, x, parts.front().numbers[colouring]};
      run.end = x + grid_.cell_width();
    }
    for (std::size_t i = 0; !alike && i < parts.size(); ++i) {
      const Grid::Part at = grid_.part(i, parts.size());
      svg_.rect(x + at.x, y + at.y, at.width, at.height, fill_of(parts[i].numbers[colouring]));
    }
    if (row_ends) flush(y);
  });
  svg_.close_group();
}

void TensorPainter::text(const Coordinate& element, Int x, Int y) {
  const std::vector<CellPart>& parts = contents(element).parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Grid::Part at = grid_.part(i, parts.size());
    svg_.text(x + at.x + at.width / 2, y + at.y + at.height / 2 + 4, parts[i].text);
  }
}

void TensorPainter::texts() {
  for_each_cell([&](const Coordinate& element, Int x, Int y, bool) { text(element, x, y); });
}

void TensorPainter::texts_in_chunks() {
  grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
    for (Int top = 0; top < grid_.rows(); top += Grid::chunk) {
      for (Int left = 0; left < grid_.columns(); left += Grid::chunk) {
        svg_.open_group("");
        for (Int row = top; row < std::min(top + Grid::chunk, grid_.rows()); ++row) {
          for (Int column = left; column < std::min(left + Grid::chunk, grid_.columns());
               ++column) {
            text(grid_.at(page, row, column), x + column * grid_.cell_width(),
                 y + row * grid_.cell_height());
          }
        }
        svg_.close_group();
      }
    }
  });
}

void TensorPainter::dimming() {
  svg_.open_group("class=\"dim\" fill=\"#fff\" fill-opacity=\".65\"");
  Int from = -1;
  for_each_cell([&](const Coordinate& element, Int x, Int y, bool row_ends) {
    const std::vector<CellPart>& parts = contents(element).parts;
    const auto dimmed = static_cast<std::size_t>(std::count_if(
        parts.begin(), parts.end(), [](const CellPart& part) { return part.dimmed; }));
    const bool all = dimmed == parts.size();
    if (all && from < 0) from = x;
    if (from >= 0 && (!all || row_ends)) {
      const Int end = all ? x + grid_.cell_width() : x;
      svg_.rect(from, y, end - from, grid_.cell_height());
      from = -1;
    }
    for (std::size_t i = 0; !all && dimmed > 0 && i < parts.size(); ++i) {
      if (!parts[i].dimmed) continue;
      const Grid::Part at = grid_.part(i, parts.size());
      svg_.rect(x + at.x, y + at.y, at.width, at.height);
    }
  });
  svg_.close_group();
}

constexpr Int mark_size = 6;

void TensorPainter::copies() {
  svg_.open_group("class=\"copied\" fill=\"#111\"");
  bool open = false;
  for_each_cell([&](const Coordinate& element, Int x, Int y, bool row_ends) {
    if (contents(element).copied) {
      if (!open) svg_.open_path();
      open = true;
      svg_.output().print("M{} {}h-{}l{} {}z", x + grid_.cell_width(), y, mark_size, mark_size,
                          mark_size);
    }
    if (row_ends && open) {
      svg_.close_path();
      open = false;
    }
  });
  svg_.close_group();
}

/// How the lines are drawn, thin ones among them.
std::string_view stroke_of(Border border) {
  switch (border) {
    case Border::none:
      return "fill=\"none\" stroke=\"#111\" stroke-width=\".5\" stroke-opacity=\".35\"";
    case Border::thread:
      return "fill=\"none\" stroke=\"#111\" stroke-width=\"1.25\"";
    case Border::tile:
      return "fill=\"none\" stroke=\"#111\" stroke-width=\"2.5\"";
  }
  return "";
}

void TensorPainter::lines() {
  const Int width = grid_.columns() * grid_.cell_width();
  const Int height = grid_.rows() * grid_.cell_height();
  Output& output = svg_.output();
  svg_.open_group(stroke_of(Border::none));
  grid_.for_each_page([&](const Coordinate&, Int x, Int y) {
    svg_.open_path();
    for (Int row = 1; row < grid_.rows(); ++row) {
      output.print("M{} {}h{}", x, y + row * grid_.cell_height(), width);
    }
    for (Int column = 1; column < grid_.columns(); ++column) {
      output.print("M{} {}v{}", x + column * grid_.cell_width(), y, height);
    }
    svg_.close_path();
  });
  svg_.close_group();
  lines_of(Border::thread);
  lines_of(Border::tile);
  svg_.open_group(fmt::format("{} stroke-linejoin=\"miter\"", stroke_of(Border::tile)));
  grid_.for_each_page([&](const Coordinate&, Int x, Int y) { svg_.rect(x, y, width, height); });
  svg_.close_group();
}

void TensorPainter::lines_of(Border border) {
  svg_.open_group(stroke_of(border));
  Output& output = svg_.output();
  /// Lines of `count` boundaries of `steps` neighbours each, written where several are one.
  const auto draw = [&](Int count, Int steps, const auto& is_there, const auto& write) {
    for (Int line = 1; line < count; ++line) {
      bool open = false;
      Int from = -1;
      for (Int step = 0; step <= steps; ++step) {
        const bool there = step < steps && is_there(line, step);
        if (there && from < 0) from = step;
        if (there || from < 0) continue;
        if (!open) svg_.open_path();
        open = true;
        write(line, from, step - from);
        from = -1;
      }
      if (open) svg_.close_path();
    }
  };
  grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
    const Int cell_width = grid_.cell_width();
    const Int cell_height = grid_.cell_height();
    draw(
        grid_.rows(), grid_.columns(),
        [&](Int row, Int column) {
          return drawing_.border(grid_.at(page, row, column), grid_.down()) == border;
        },
        [&](Int row, Int from, Int count) {
          output.print("M{} {}h{}", x + from * cell_width, y + row * cell_height,
                       count * cell_width);
        });
    draw(
        grid_.columns(), grid_.rows(),
        [&](Int column, Int row) {
          return drawing_.border(grid_.at(page, row, column), grid_.across()) == border;
        },
        [&](Int column, Int from, Int count) {
          output.print("M{} {}v{}", x + column * cell_width, y + from * cell_height,
                       count * cell_height);
        });
  });
  svg_.close_group();
}

constexpr Int link_reach = 6;  ///< from the boundary to either side

/// How the marks of a link are drawn.
std::string_view stroke_of(Link link) {
  switch (link) {
    case Link::thread:
      return "class=\"in-thread\" fill=\"none\" stroke=\"#111\" stroke-width=\"4\"";
    case Link::warp:
      return "class=\"in-warp\" fill=\"#fff\" stroke=\"#111\" stroke-width=\"1.2\"";
    case Link::cta:
      return "class=\"in-cta\" fill=\"none\" stroke=\"#b00020\" stroke-width=\"2.4\"";
    case Link::cluster:
      return "class=\"in-cluster\" fill=\"none\" stroke=\"#b00020\" stroke-width=\"2.4\" "
             "stroke-dasharray=\"2 2\"";
  }
  return "";
}

/// A bar within a thread, a ring within a warp, a cross from warp to warp.
void draw_link(Output* output, Link link, Int x, Int y, bool downwards) {
  constexpr Int radius = link_reach - 2;
  if (link == Link::thread) {
    downwards ? output->print("M{} {}v{}", x, y - link_reach, 2 * link_reach)
              : output->print("M{} {}h{}", x - link_reach, y, 2 * link_reach);
  } else if (link == Link::warp) {
    output->print("M{0} {1}a{2} {2} 0 1 0 {3} 0a{2} {2} 0 1 0 -{3} 0z", x - radius, y, radius,
                  2 * radius);
  } else {
    output->print("M{0} {1}l{2} {2}m0 -{2}l-{2} {2}", x - radius, y - radius, 2 * radius);
  }
}

void TensorPainter::links() {
  for (Link link : {Link::thread, Link::warp, Link::cta, Link::cluster}) {
    svg_.open_group(stroke_of(link));
    bool open = false;
    const bool downwards = drawing_.axis == grid_.down();
    for_each_cell([&](const Coordinate& element, Int x, Int y, bool row_ends) {
      if (element[drawing_.axis] > 0 && drawing_.link(element) == link) {
        if (!open) svg_.open_path();
        open = true;
        downwards ? draw_link(&svg_.output(), link, x + grid_.cell_width() / 2, y, true)
                  : draw_link(&svg_.output(), link, x, y + grid_.cell_height() / 2, false);
      }
      if (row_ends && open) {
        svg_.close_path();
        open = false;
      }
    });
    svg_.close_group();
  }
}

}  // namespace

Panel tensor_panel(const TensorDrawing& drawing) {
  const Grid grid(drawing);
  const auto with_painter = [drawing, grid](const auto& paint) {
    return [drawing, grid, paint](Svg* svg) {
      TensorPainter painter(svg, drawing, grid);
      paint(&painter);
    };
  };
  Panel panel{.width = grid.width(),
              .height = grid.height(),
              .draw = with_painter([](TensorPainter* painter) { painter->paint(); }),
              .page = grid.page_data(drawing.axis)};
  if (!drawing.for_page) return panel;
  panel.spare.push_back(
      {"texts", with_painter([](TensorPainter* painter) { painter->texts_in_chunks(); })});
  for (std::size_t i = 1; i < drawing.colourings.size(); ++i) {
    panel.spare.push_back({"by-" + drawing.colourings[i],
                           with_painter([i](TensorPainter* painter) { painter->fills(i); })});
  }
  return panel;
}

LegendEntry copied_entry() {
  return {"held by several places", [](Svg* svg) {
            svg->open_group("fill=\"none\" stroke=\"#111\" stroke-opacity=\".35\"");
            svg->rect(0, 0, LegendEntry::width, LegendEntry::height);
            svg->close_group();
            svg->open_group("class=\"copied\" fill=\"#111\"");
            svg->open_path();
            svg->output().print("M{} 0h-{}l{} {}z", LegendEntry::width, mark_size, mark_size,
                                mark_size);
            svg->close_path();
            svg->close_group();
          }};
}

LegendEntry dimmed_entry() {
  return {"pale: left out by the flags", [](Svg* svg) {
            svg->rect(0, 0, LegendEntry::width, LegendEntry::height, fill_of(0));
            svg->open_group("class=\"dim\" fill=\"#fff\" fill-opacity=\".65\"");
            svg->rect(0, 0, LegendEntry::width, LegendEntry::height);
            svg->close_group();
          }};
}

LegendEntry border_entry(Border border, std::string label) {
  return {std::move(label), [border](Svg* svg) {
            svg->open_group(stroke_of(border));
            svg->open_path();
            svg->output().print("M0 {}h{}", LegendEntry::height / 2, LegendEntry::width);
            svg->close_path();
            svg->close_group();
          }};
}

LegendEntry link_entry(Link link, std::string label) {
  return {std::move(label), [link](Svg* svg) {
            svg->open_group(stroke_of(link));
            svg->open_path();
            draw_link(&svg->output(), link, LegendEntry::width / 2, LegendEntry::height / 2, false);
            svg->close_path();
            svg->close_group();
          }};
}

}  // namespace layoutq
