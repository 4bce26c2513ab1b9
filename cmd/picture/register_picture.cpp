#include "cmd/picture/register_picture.h"

#include <algorithm>

#include "cmd/report/derivation.h"
#include "core/layout/owners.h"
#include "core/layout/text.h"
#include "core/questions/reduction.h"

namespace layoutq {

namespace {

/// More holders than this are not listed in one cell.
constexpr Int most_parts = 64;

/// Lists who holds an element.
class Holders {
 public:
  Holders(const Layout& layout, Selection selection, CellFields fields,
          std::vector<ColourBy> colourings)
      : layout_(layout),
        selection_(std::move(selection)),
        fields_(fields),
        colourings_(std::move(colourings)) {}

  void operator()(const Coordinate& element, CellContents* contents) {
    contents->parts.clear();
    threads_.clear();
    const Int holders = layout_.holders(element);
    contents->copied = holders > 1;
    const bool in_box = selection_.regions.front().contains(element);
    for (Owners owners = layout_.owners(element); owners; owners.next()) {
      // A thread that holds it in two registers is one part, unless registers are shown.
      Place thread = *owners;
      if (!fields_.reg) thread.reg = 0;
      const bool dimmed = !in_box || !selection_.contains(*owners);
      const auto found = std::find(threads_.begin(), threads_.end(), thread);
      if (found != threads_.end()) {
        CellPart& part = contents->parts[static_cast<std::size_t>(found - threads_.begin())];
        part.dimmed = part.dimmed && dimmed;
        continue;
      }
      if (threads_.size() == static_cast<std::size_t>(most_parts)) {
        contents->parts.back().text = "...";
        break;
      }
      threads_.push_back(thread);
      CellPart& part = contents->parts.emplace_back();
      fmt::memory_buffer text;
      append_numbers(fields_.numbers(layout_, *owners), &text);
      part.text.assign(text.data(), text.size());
      for (std::size_t i = 0; i < colourings_.size(); ++i) {
        part.numbers[i] = number_of(colourings_[i], *owners, holders);
      }
      part.dimmed = dimmed;
    }
  }

 private:
  const Layout& layout_;
  Selection selection_;
  CellFields fields_;
  std::vector<ColourBy> colourings_;
  std::vector<Place> threads_;  ///< of the parts
};

/// Where the tile ends, where other warps begin, and where other threads do.
Border border_of(const Layout& layout, const Dims& tiles, const Coordinate& element, int d) {
  if (element[d] % tiles[d] == 0) return Border::tile;
  // Who holds an element, all holders together, is known by the first of them.
  Coordinate before = element;
  --before[d];
  const Place a = *layout.owners(before);
  const Place b = *layout.owners(element);
  if (a.block != b.block || a.warp != b.warp) return Border::tile;
  return a.lane != b.lane ? Border::thread : Border::none;
}

/// How an element and the one before it meet in a sum: in a thread, if one has both; else in a
/// warp, and so on.
Link link_of(const Layout& layout, const Coordinate& element, int axis) {
  constexpr Int most_pairs = 4096;
  Coordinate before = element;
  --before[axis];
  Link nearest = Link::cluster;
  Int pairs = 0;
  for (Owners a = layout.owners(before); a; a.next()) {
    for (Owners b = layout.owners(element); b; b.next()) {
      const Place& first = *a;
      const Place& second = *b;
      if (++pairs > most_pairs) return nearest;
      if (first.block != second.block) continue;
      if (first.warp != second.warp) {
        nearest = std::min(nearest, Link::cta);
      } else if (first.lane != second.lane) {
        nearest = std::min(nearest, Link::warp);
      } else {
        return Link::thread;
      }
    }
  }
  return nearest;
}

/// What a picture is coloured by, and what a page's reader may choose: the one that was asked for
/// comes first.
std::vector<ColourBy> colourings_for(const Layout& layout, ColourBy first, Format format) {
  std::vector<ColourBy> colourings{first};
  if (format != Format::html) return colourings;
  for (ColourBy by : colour_choices) {
    const bool tells = (by != ColourBy::block || layout.blocks() > 1) &&
                       (by != ColourBy::copies || layout.copies_max() > 1);
    if (tells && by != first) colourings.push_back(by);
  }
  return colourings;
}

std::string page_data(const Layout& layout) {
  return fmt::format(
      "{{\"kind\": \"registers\", \"shape\": [{}], \"blocks\": {}, \"warps\": {}, \"lanes\": {}, "
      "\"registers\": {}, \"derivation\": {}}}",
      to_text(layout.shape()), layout.blocks(), layout.warps(), layout.lanes(), layout.registers(),
      derivation_json(layout));
}

TensorDrawing drawing_of(const Layout& layout, const Selection& selection, const CellOptions& cells,
                         const std::vector<ColourBy>& colourings, Format format) {
  TensorDrawing drawing{
      .shape = layout.shape(),
      .for_page = format == Format::html,
      .most_parts = std::min({most_parts, layout.copies_max(),
                              cells.fields.reg ? most_parts : layout.threads_per_element()}),
      .text_width = cells.fields.width(layout),
      .fill_cell = Holders(layout, selection, cells.fields, colourings),
      .may_dim = selection.leaves_out(layout),
      .may_copy = layout.copies_max() > 1};
  for (ColourBy by : colourings) drawing.colourings.emplace_back(name_of(by));
  Dims tiles;
  for (int d = 0; d < layout.rank(); ++d) tiles.push_back(layout.tiling(d).tile);
  drawing.border = [&layout, tiles](const Coordinate& element, int d) {
    return border_of(layout, tiles, element, d);
  };
  return drawing;
}

/// The picture without its panels.
Picture picture_of(const std::string& caption, const Layout& layout, const CellOptions& cells,
                   const std::vector<ColourBy>& colourings, Format format) {
  Picture picture{.caption = fmt::format("{}; cells are {}", caption, cells.name)};
  if (format == Format::html) {
    check_page_size(layout.shape(),
                    checked_product(std::array{layout.blocks(), layout.warps(), layout.lanes(),
                                               layout.registers()}));
    picture.page = page_data(layout);
  }
  for (ColourBy by : colourings) {
    picture.colourings.emplace_back(name_of(by));
    const Int first = by == ColourBy::copies ? layout.copies_min() : 0;
    add_numbers(&picture.legend, picture.colourings.back(), {first, numbers_of(by, layout)});
    picture.looks = std::max(picture.looks, numbers_of(by, layout));
  }
  if (layout.copies_max() > 1) picture.legend.push_back(copied_entry());
  return picture;
}

void add_borders(Picture* picture) {
  picture->legend.push_back(border_entry(Border::thread, "another thread"));
  picture->legend.push_back(border_entry(Border::tile, "another warp or repetition"));
}

}  // namespace

Picture layout_picture(const std::string& caption, const Layout& layout, const Selection& selection,
                       const CellOptions& cells, Format format) {
  const std::vector<ColourBy> colourings = colourings_for(layout, cells.colour_by, format);
  Picture picture = picture_of(caption, layout, cells, colourings, format);
  const TensorDrawing drawing = drawing_of(layout, selection, cells, colourings, format);
  if (drawing.may_dim) picture.legend.push_back(dimmed_entry());
  add_borders(&picture);
  picture.panels.push_back(tensor_panel(drawing));
  return picture;
}

Picture reduction_picture(const std::string& caption, const Layout& layout,
                          const std::vector<int>& axes, const CellOptions& cells, Format format) {
  const std::vector<ColourBy> colourings = colourings_for(layout, cells.colour_by, format);
  Picture picture = picture_of(caption, layout, cells, colourings, format);
  bool across_warps = false;
  bool across_ctas = false;
  for (int axis : axes) {
    const Reduction cost = reduction(layout, axis);
    across_warps = across_warps || cost.cross_warp;
    across_ctas = across_ctas || cost.blocks > 1;
    TensorDrawing drawing = drawing_of(layout, {{layout.everything()}}, cells, colourings, format);
    drawing.axis = axis;
    drawing.link = [&layout, axis](const Coordinate& element) {
      return link_of(layout, element, axis);
    };
    Panel panel = tensor_panel(drawing);
    panel.heading = fmt::format(
        "axis {}: {} added in a thread, {} in {}, {}{}", axis, cost.in_thread,
        counted(cost.shuffles, "shuffle"), counted(cost.shuffle_rounds, "round"),
        cost.cross_warp
            ? fmt::format("across {} (shared memory and a barrier)", counted(cost.warps, "warp"))
            : "no second warp",
        cost.blocks > 1 ? fmt::format(", split over {}", counted(cost.blocks, "CTA")) : "");
    picture.panels.push_back(std::move(panel));
  }
  add_borders(&picture);
  picture.legend.push_back(link_entry(Link::thread, "added in a thread"));
  picture.legend.push_back(link_entry(Link::warp, "meet in a shuffle"));
  if (across_warps) picture.legend.push_back(link_entry(Link::cta, "meet in shared memory"));
  if (across_ctas) picture.legend.push_back(link_entry(Link::cluster, "in different CTAs"));
  return picture;
}

}  // namespace layoutq
