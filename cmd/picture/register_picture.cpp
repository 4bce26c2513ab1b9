#include "cmd/picture/register_picture.h"

#include <algorithm>

#include "cmd/report/derivation.h"
#include "cmd/report/notes.h"
#include "core/layout/owners.h"
#include "core/layout/text.h"
#include "core/questions/reduction.h"
#include "core/questions/replication.h"
#include "core/questions/tiling.h"

namespace layoutq {

namespace {

/// The most holders that one cell lists.
constexpr Int most_parts = 64;

/// Fills a cell with the holders of its element.
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
    const Int holders = layout_.holders(element);
    contents->copied = holders > 1;
    Int repeated = 0;
    for (Owners owners = layout_.owners(element); owners; owners.next()) {
      const std::size_t parts = contents->parts.size();
      if (!add(*owners, element, holders, contents)) return;
      repeated = contents->parts.size() > parts ? 0 : repeated + 1;
      if (repeated == patience) {
        add_other_threads(*owners, element, holders, contents);
        return;
      }
    }
  }

 private:
  /// Adds a holder. A thread that holds the element in several registers is one part, unless the
  /// cell shows registers. Returns false if the cell has no room for more.
  bool add(const Place& holder, const Coordinate& element, Int holders, CellContents* contents) {
    std::vector<CellPart>& parts = contents->parts;
    const bool dimmed =
        !selection_.regions.front().contains(element) || !selection_.contains(holder);
    if (!parts.empty() && !fields_.reg && last_.block == holder.block &&
        last_.warp == holder.warp && last_.lane == holder.lane) {
      parts.back().dimmed = parts.back().dimmed && dimmed;
      return true;
    }
    if (static_cast<Int>(parts.size()) == most_parts) {
      parts.back().text = "...";
      return false;
    }
    last_ = holder;
    CellPart& part = parts.emplace_back();
    fmt::memory_buffer text;
    append_numbers(fields_.numbers(layout_, holder), &text);
    part.text.assign(text.data(), text.size());
    for (std::size_t i = 0; i < colourings_.size(); ++i) {
      part.numbers[i] = number_of(colourings_[i], holder, holders);
    }
    part.dimmed = dimmed;
    return true;
  }
  /// Adds the first register of each further thread. It jumps from thread to thread, because a
  /// thread may hold the element in any number of registers.
  void add_other_threads(const Place& holder, const Coordinate& element, Int holders,
                         CellContents* contents) {
    Selection only{{layout_.everything()}};
    for (int d = 0; d < layout_.rank(); ++d) {
      only.regions.front().box[static_cast<std::size_t>(d)] = {element[d], element[d] + 1};
    }
    const auto next_thread = [&](Place place) -> std::optional<Place> {
      place.reg = layout_.registers() - 1;
      const auto after = place_after(only, place);
      return after ? next_place(layout_, only, *after) : std::nullopt;
    };
    for (auto at = next_thread(holder); at; at = next_thread(*at)) {
      if (!add(*at, element, holders, contents)) return;
    }
  }

  const Layout& layout_;
  Selection selection_;
  CellFields fields_;
  std::vector<ColourBy> colourings_;
  Place last_ = {};  ///< the holder that the last part shows
};

/// Reduces a place to the thread, warp or CTA that is compared.
using PartOf = Place (*)(const Place&);
Place thread_of(const Place& place) { return {place.block, place.warp, place.lane, 0}; }
Place warp_of(const Place& place) { return {place.block, place.warp, 0, 0}; }
Place block_of(const Place& place) { return {place.block, 0, 0, 0}; }

/// Compares the holders of an element with the holders of the element before it along a dimension.
class Neighbours {
 public:
  explicit Neighbours(const Layout& layout)
      : layout_(layout), first_tells_(copies_max(layout) == 1 || layout.linear().has_value()) {}

  /// Returns true if one thread (warp, CTA) holds both elements.
  bool share(const Coordinate& element, int d, PartOf part) const {
    return compare(element, d, part, [](bool in_both) { return in_both; });
  }
  /// Returns true if the same threads (warps, CTAs) hold both elements.
  bool same(const Coordinate& element, int d, PartOf part) const {
    return !compare(element, d, part, [](bool in_both) { return !in_both; });
  }

 private:
  /// Merges the two sorted sequences of holders. Calls found(in_both) for each part and returns
  /// true as soon as found does.
  template <class Found>
  bool compare(const Coordinate& element, int d, PartOf part, Found found) const {
    Coordinate before = element;
    --before[d];
    Owners a = layout_.owners(before);
    Owners b = layout_.owners(element);
    if (first_tells_) return found(part(*a) == part(*b));
    constexpr Int most_steps = 1 << 16;  // decides by the first holders if there are more
    Int steps = 0;
    const auto pass = [&](Owners* owners, const Place& passed) {
      while (*owners && part(**owners) == passed && ++steps < most_steps) owners->next();
    };
    while ((a || b) && steps < most_steps) {
      const bool from_a = a && (!b || part(*a) <= part(*b));
      const bool from_b = b && (!a || part(*b) <= part(*a));
      if (found(from_a && from_b)) return true;
      const Place passed = part(from_a ? *a : *b);
      if (from_a) pass(&a, passed);
      if (from_b) pass(&b, passed);
    }
    return false;
  }

  const Layout& layout_;
  /// True if comparing the first holders is enough. In a layout by bases the holders of every
  /// element form the same pattern, so those of two elements are equal or disjoint.
  bool first_tells_;
};

/// Returns the colourings that a page offers, the requested one first. An SVG has only that one.
std::vector<ColourBy> colourings_for(const Layout& layout, ColourBy first, Format format) {
  std::vector<ColourBy> colourings{first};
  if (format != Format::html) return colourings;
  for (ColourBy by : colour_choices) {
    const bool tells = (by != ColourBy::block || layout.blocks() > 1) &&
                       (by != ColourBy::copies || copies_max(layout) > 1);
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
      .most_parts = std::min({most_parts, copies_max(layout),
                              cells.fields.reg ? most_parts : threads_per_element(layout)}),
      .text_width = cells.fields.width(layout),
      .fill_cell = Holders(layout, selection, cells.fields, colourings),
      .may_dim = selection.leaves_out(layout),
      .may_copy = copies_max(layout) > 1};
  for (ColourBy by : colourings) drawing.colourings.emplace_back(name_of(by));
  Dims tiles;
  for (int d = 0; d < layout.rank(); ++d) tiles.push_back(tiling(layout, d).tile);
  // Borders depend only on the position along the dimension: a step changes the same part of every
  // holder's number, the dimension's digits in a tile and the dimension's bits in a layout by
  // bases.
  drawing.straight = true;
  drawing.border = [tiles, holders = Neighbours(layout)](const Coordinate& element, int d) {
    if (element[d] % tiles[d] == 0 || !holders.same(element, d, warp_of)) return Border::tile;
    return holders.same(element, d, thread_of) ? Border::none : Border::thread;
  };
  return drawing;
}

/// Returns the picture without its panels.
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
    const Range numbers = numbers_of(by, layout);
    add_numbers(&picture.legend, picture.colourings.back(), numbers);
    picture.looks = std::max(picture.looks, numbers.high);
  }
  if (copies_max(layout) > 1) picture.legend.push_back(copied_entry());
  return picture;
}

void add_borders(Picture* picture) {
  picture->legend.push_back(border_entry(Border::thread, "between threads"));
  picture->legend.push_back(border_entry(Border::tile, "between warps, or repetitions"));
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
    drawing.link = [axis, holders = Neighbours(layout)](const Coordinate& element) {
      return holders.share(element, axis, thread_of)  ? Link::thread
             : holders.share(element, axis, warp_of)  ? Link::warp
             : holders.share(element, axis, block_of) ? Link::cta
                                                      : Link::cluster;
    };
    Panel panel = tensor_panel(drawing);
    panel.heading = fmt::format("axis {}: {}", axis, costs_in_words(cost));
    picture.panels.push_back(std::move(panel));
  }
  add_borders(&picture);
  picture.legend.push_back(link_entry(Link::thread, "neighbours added in a thread"));
  picture.legend.push_back(link_entry(Link::warp, "neighbours that a shuffle joins"));
  if (across_warps)
    picture.legend.push_back(link_entry(Link::cta, "neighbours that shared memory joins"));
  if (across_ctas)
    picture.legend.push_back(link_entry(Link::cluster, "neighbours in different CTAs"));
  return picture;
}

}  // namespace layoutq
