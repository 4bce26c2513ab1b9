#include "cmd/picture/tensor_panel.h"

#include <algorithm>
#include <utility>

#include "cmd/picture/cell_grid.h"

namespace layoutq {

namespace {

/// Draws one panel in layers. Each layer covers all elements, so that equal attributes are written
/// once for a whole group.
class TensorPainter {
 public:
  TensorPainter(Svg* svg, const TensorDrawing& drawing, const CellGrid& grid)
      : svg_(*svg), drawing_(drawing), grid_(grid) {}

  void paint() {
    labels();
    fills(0);
    if (drawing_.may_dim) dimming();
    svg_.open_group("class=\"text\" fill=\"#111\" text-anchor=\"middle\"");
    if (!drawing_.for_page) texts();
    svg_.close_group();
    if (drawing_.may_copy) copies();
    lines();
    if (drawing_.axis >= 0) links();
  }

  // Layers that a page keeps as spare groups.

  void fills(std::size_t colouring);
  /// Writes the texts in groups of neighbours, so that a page can show those in view.
  void texts_in_chunks();

 private:
  /// Calls visit(element, x, y, ends_row) for all elements of all pages.
  template <class Visit>
  void for_each_cell(Visit visit) {
    grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
      for (Int row = 0; row < grid_.rows(); ++row) {
        const Int columns = grid_.columns(page);
        for (Int column = 0; column < columns; ++column) {
          visit(grid_.at(page, row, column), x + column * grid_.cell_width(),
                y + row * grid_.cell_height(), column + 1 == columns);
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
  /// Draws the lines between each element and its neighbour above, and its neighbour to the left.
  void lines_down(Border border, const Coordinate& page, Int x, Int y);
  void lines_across(Border border, const Coordinate& page, Int x, Int y);
  void links();

  Svg& svg_;
  const TensorDrawing& drawing_;
  const CellGrid& grid_;
  CellContents contents_;
};

void TensorPainter::labels() {
  svg_.open_group("class=\"label\"");
  grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
    const std::string name = grid_.name_of(page);
    if (!name.empty()) svg_.text(x, y - 5 - Svg::line_height - 2, name);
  });
  svg_.close_group();
  svg_.open_group("class=\"axis across\" fill=\"#555\" text-anchor=\"middle\"");
  grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
    for (Int column = 0; column < grid_.columns(page); ++column) {
      svg_.text(x + column * grid_.cell_width() + grid_.cell_width() / 2, y - 5,
                fmt::format_int(grid_.at(page, 0, column)[grid_.across()]).str());
    }
  });
  svg_.close_group();
  if (grid_.down() < 0) return;
  svg_.open_group("class=\"axis down\" fill=\"#555\" text-anchor=\"end\"");
  grid_.for_each_page([&](const Coordinate&, Int x, Int y) {
    for (Int row = 0; row < grid_.rows(); ++row) {
      svg_.text(x - 5, y + row * grid_.cell_height() + grid_.cell_height() / 2 + 4,
                fmt::format_int(row).str());
    }
  });
  svg_.close_group();
}

void TensorPainter::fills(std::size_t colouring) {
  svg_.open_group(fmt::format("class=\"fill by-{}\"", drawing_.colourings[colouring]));
  struct {
    Int x = 0;
    Int end = 0;
    Int number = -1;
  } run;  // adjacent cells of one colour
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
      const CellGrid::Part at = grid_.part(i, parts.size());
      svg_.rect(x + at.x, y + at.y, at.width, at.height, fill_of(parts[i].numbers[colouring]));
    }
    if (row_ends) flush(y);
  });
  svg_.close_group();
}

void TensorPainter::text(const Coordinate& element, Int x, Int y) {
  const std::vector<CellPart>& parts = contents(element).parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const CellGrid::Part at = grid_.part(i, parts.size());
    svg_.text(x + at.x + at.width / 2, y + at.y + at.height / 2 + 4, parts[i].text,
              parts[i].dimmed ? "#666" : "");
  }
}

void TensorPainter::texts() {
  for_each_cell([&](const Coordinate& element, Int x, Int y, bool) { text(element, x, y); });
}

void TensorPainter::texts_in_chunks() {
  grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
    for (Int top = 0; top < grid_.rows(); top += CellGrid::chunk) {
      for (Int left = 0; left < grid_.columns(); left += CellGrid::chunk) {
        svg_.open_group("");
        for (Int row = top; row < std::min(top + CellGrid::chunk, grid_.rows()); ++row) {
          for (Int column = left; column < std::min(left + CellGrid::chunk, grid_.columns(page));
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

constexpr std::string_view pale = "class=\"dim\" fill=\"#fff\" fill-opacity=\".65\"";

void TensorPainter::dimming() {
  svg_.open_group(pale);
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
      const CellGrid::Part at = grid_.part(i, parts.size());
      svg_.rect(x + at.x, y + at.y, at.width, at.height);
    }
  });
  svg_.close_group();
}

constexpr Int mark_size = 6;  ///< length of a copied cell's mark along the edges

void TensorPainter::copies() {
  svg_.open_group("class=\"copied\" fill=\"#111\"");
  SvgPath path(&svg_);
  for_each_cell([&](const Coordinate& element, Int x, Int y, bool row_ends) {
    if (contents(element).copied) {
      path.print("M{} {}h-{}l{} {}z", x + grid_.cell_width(), y, mark_size, mark_size, mark_size);
    }
    if (row_ends) path.end();
  });
  svg_.close_group();
}

/// Returns the attributes of a border's lines.
std::string_view stroke_of(Border border) {
  switch (border) {
    case Border::none:
      return "class=\"lines\" fill=\"none\" stroke=\"#777\" stroke-width=\".5\"";
    case Border::thread:
      return "class=\"lines\" fill=\"none\" stroke=\"#111\" stroke-width=\"1.25\"";
    case Border::tile:
      return "class=\"lines\" fill=\"none\" stroke=\"#111\" stroke-width=\"2.5\"";
  }
  return "";
}

void TensorPainter::lines() {
  const Int height = grid_.rows() * grid_.cell_height();
  const auto width = [&](const Coordinate& page) {
    return grid_.columns(page) * grid_.cell_width();
  };
  svg_.open_group(stroke_of(Border::none));
  grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
    SvgPath path(&svg_);
    for (Int row = 1; row < grid_.rows(); ++row) {
      path.print("M{} {}h{}", x, y + row * grid_.cell_height(), width(page));
    }
    for (Int column = 1; column < grid_.columns(page); ++column) {
      path.print("M{} {}v{}", x + column * grid_.cell_width(), y, height);
    }
    path.end();
  });
  svg_.close_group();
  for (Border border : {Border::thread, Border::tile}) {
    svg_.open_group(stroke_of(border));
    grid_.for_each_page([&](const Coordinate& page, Int x, Int y) {
      lines_down(border, page, x, y);
      lines_across(border, page, x, y);
    });
    svg_.close_group();
  }
  svg_.open_group(fmt::format("{} stroke-linejoin=\"miter\"", stroke_of(Border::tile)));
  grid_.for_each_page(
      [&](const Coordinate& page, Int x, Int y) { svg_.rect(x, y, width(page), height); });
  svg_.close_group();
}

/// Calls write(from, count) for each maximal run of steps for which is_there(step) is true. If
/// `straight`, it is the same for all steps and asked once.
template <class IsThere, class Write>
void for_each_run(Int steps, bool straight, IsThere is_there, Write write) {
  if (straight) {
    if (is_there(0)) write(0, steps);
    return;
  }
  Int from = -1;
  for (Int step = 0; step <= steps; ++step) {
    const bool there = step < steps && is_there(step);
    if (there && from < 0) from = step;
    if (there || from < 0) continue;
    write(from, step - from);
    from = -1;
  }
}

void TensorPainter::lines_down(Border border, const Coordinate& page, Int x, Int y) {
  for (Int row = 1; row < grid_.rows(); ++row) {
    SvgPath path(&svg_);
    for_each_run(
        grid_.columns(page), drawing_.straight,
        [&](Int column) {
          return drawing_.border(grid_.at(page, row, column), grid_.down()) == border;
        },
        [&](Int from, Int count) {
          path.print("M{} {}h{}", x + from * grid_.cell_width(), y + row * grid_.cell_height(),
                     count * grid_.cell_width());
        });
    path.end();
  }
}

void TensorPainter::lines_across(Border border, const Coordinate& page, Int x, Int y) {
  for (Int column = 1; column < grid_.columns(page); ++column) {
    SvgPath path(&svg_);
    for_each_run(
        grid_.rows(), drawing_.straight,
        [&](Int row) {
          return drawing_.border(grid_.at(page, row, column), grid_.across()) == border;
        },
        [&](Int from, Int count) {
          path.print("M{} {}v{}", x + column * grid_.cell_width(), y + from * grid_.cell_height(),
                     count * grid_.cell_height());
        });
    path.end();
  }
}

constexpr Int link_reach = 6;  ///< from the cells' common edge to either side

/// Returns the attributes of a link's marks.
std::string_view stroke_of(Link link) {
  switch (link) {
    case Link::thread:
      return "class=\"lines\" fill=\"none\" stroke=\"#111\" stroke-width=\"4\"";
    case Link::warp:
      return "fill=\"#fff\" stroke=\"#111\" stroke-width=\"1.2\"";
    case Link::cta:
      return "fill=\"none\" stroke=\"#b00020\" stroke-width=\"2.4\"";
    case Link::cluster:
      return "fill=\"none\" stroke=\"#b00020\" stroke-width=\"2.4\" "
             "stroke-dasharray=\"2 2\"";
  }
  return "";
}

/// Draws a bar for a link within a thread, a ring within a warp, and a cross between warps.
void draw_link(SvgPath* path, Link link, Int x, Int y, bool downwards) {
  constexpr Int radius = link_reach - 2;
  if (link == Link::thread) {
    downwards ? path->print("M{} {}v{}", x, y - link_reach, 2 * link_reach)
              : path->print("M{} {}h{}", x - link_reach, y, 2 * link_reach);
  } else if (link == Link::warp) {
    path->print("M{0} {1}a{2} {2} 0 1 0 {3} 0a{2} {2} 0 1 0 -{3} 0z", x - radius, y, radius,
                2 * radius);
  } else {
    path->print("M{0} {1}l{2} {2}m0 -{2}l-{2} {2}", x - radius, y - radius, 2 * radius);
  }
}

void TensorPainter::links() {
  const bool downwards = drawing_.axis == grid_.down();
  for (Link link : {Link::thread, Link::warp, Link::cta, Link::cluster}) {
    svg_.open_group(stroke_of(link));
    SvgPath path(&svg_);
    for_each_cell([&](const Coordinate& element, Int x, Int y, bool row_ends) {
      if (element[drawing_.axis] > 0 && drawing_.link(element) == link) {
        downwards ? draw_link(&path, link, x + grid_.cell_width() / 2, y, true)
                  : draw_link(&path, link, x, y + grid_.cell_height() / 2, false);
      }
      if (row_ends) path.end();
    });
    svg_.close_group();
  }
}

}  // namespace

Panel tensor_panel(const TensorDrawing& drawing) {
  const CellGrid grid(
      drawing.shape, drawing.axis,
      {.most_parts = drawing.most_parts,
       .part_width = Svg::width_of(drawing.text_width) + (drawing.may_copy ? 14 : 10),
       // Links need space between the texts.
       .room = drawing.axis < 0 ? 0 : 10});
  const auto with_painter = [drawing, grid](const auto& paint) {
    return [drawing, grid, paint](Svg* svg) {
      TensorPainter painter(svg, drawing, grid);
      paint(&painter);
    };
  };
  Panel panel{.width = grid.width(),
              .height = grid.height(),
              .draw = with_painter([](TensorPainter* painter) { painter->paint(); }),
              .page = grid.json(drawing.axis)};
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
            svg->open_group("fill=\"#fff\" stroke=\"#777\"");
            svg->rect(0, 0, LegendEntry::width, LegendEntry::height);
            svg->close_group();
            svg->open_group("class=\"copied\" fill=\"#111\"");
            SvgPath path(svg);
            path.print("M{} 0h-{}l{} {}z", LegendEntry::width, mark_size, mark_size, mark_size);
            path.end();
            svg->close_group();
          }};
}

LegendEntry dimmed_entry() {
  return {"pale: left out by the flags", [](Svg* svg) {
            svg->rect(0, 0, LegendEntry::width, LegendEntry::height, fill_of(0));
            svg->open_group(pale);
            svg->rect(0, 0, LegendEntry::width, LegendEntry::height);
            svg->close_group();
          }};
}

LegendEntry border_entry(Border border, std::string label) {
  return {std::move(label), [border](Svg* svg) {
            svg->open_group(stroke_of(border));
            SvgPath path(svg);
            path.print("M0 {}h{}", LegendEntry::height / 2, LegendEntry::width);
            path.end();
            svg->close_group();
          }};
}

LegendEntry link_entry(Link link, std::string label) {
  return {std::move(label), [link](Svg* svg) {
            svg->open_group(stroke_of(link));
            SvgPath path(svg);
            draw_link(&path, link, LegendEntry::width / 2, LegendEntry::height / 2, false);
            path.end();
            svg->close_group();
          }};
}

}  // namespace layoutq
