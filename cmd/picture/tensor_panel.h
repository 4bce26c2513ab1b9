#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "cmd/picture/picture.h"

/// The usual picture of a tensor: a grid with a cell for each element, which shows the places that
/// hold the element, or where it lies in memory.
namespace layoutq {

/// One holder of an element, drawn as a part of the element's cell.
struct CellPart {
  std::string text;
  /// The number that selects the colour, for each of the drawing's colourings.
  std::array<Int, 5> numbers{};
  bool dimmed = false;  ///< outside the selection
};

/// The contents of a cell. Callers reuse one object for all cells to save allocations.
struct CellContents {
  std::vector<CellPart> parts;
  bool copied = false;  ///< true if several places hold the element
};

/// The line between two neighbouring cells: none, thin (another thread), or thick (another tile).
enum class Border { none, thread, tile };

/// How a reduction adds two neighbours: within a thread, a warp, a CTA, or across a cluster.
enum class Link { thread, warp, cta, cluster };

/// A tensor as `tensor_panel` draws it. Its functions may be called for any element, in any order
/// and more than once.
struct TensorDrawing {
  Shape shape = {};
  /// Names of the numbers in CellPart::numbers, such as "warp".
  std::vector<std::string> colourings = {};
  bool for_page = false;       ///< keeps texts and the fills of other colourings as spare groups
  Int most_parts = 1;          ///< the most parts of a cell
  std::size_t text_width = 1;  ///< the most characters in a part
  std::function<void(const Coordinate&, CellContents*)> fill_cell = {};
  bool may_dim = false;   ///< false if no part is dimmed
  bool may_copy = false;  ///< false if no element is copied
  /// Returns the border between an element and the one before it along a dimension.
  std::function<Border(const Coordinate&, int)> border = {};
  /// True if `border` depends only on the position along the dimension, so that lines run straight
  /// through the whole grid.
  bool straight = false;
  /// The dimension along which neighbours are linked, or −1. `link` returns how an element is
  /// linked to the one before it.
  int axis = -1;
  std::function<Link(const Coordinate&)> link = {};
};

/// Returns the panel that draws the tensor. The last dimension runs to the right and the one before
/// it down, except that `axis` is always one of the two; further dimensions make several grids. The
/// panel asks for each element when it is drawn and stores nothing, so its memory stays constant.
Panel tensor_panel(const TensorDrawing& drawing);

/// Legend entries that explain the marks in such panels.
LegendEntry copied_entry();
LegendEntry dimmed_entry();
LegendEntry border_entry(Border border, std::string label);
LegendEntry link_entry(Link link, std::string label);

}  // namespace layoutq
