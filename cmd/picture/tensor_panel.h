#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "cmd/picture/picture.h"

/// The picture of a tensor that everyone draws: a grid with a cell per element, and in it who holds
/// the element, or where it lies.
namespace layoutq {

/// One of an element's holders: a part of its cell.
struct CellPart {
  std::string text;
  /// What gives it its colour, for each of the drawing's colourings.
  std::array<Int, 5> numbers{};
  bool dimmed = false;  ///< the flags leave it out
};

/// What a cell shows. It is used again and again.
struct CellContents {
  std::vector<CellPart> parts;
  bool copied = false;  ///< several places hold the element
};

/// How strong a line is between two neighbours.
enum class Border { none, thread, tile };

/// How two neighbours are added up.
enum class Link { thread, warp, cta, cluster };

/// What is drawn of a tensor. The functions may be asked for any element, any number of times.
struct TensorDrawing {
  Shape shape = {};
  /// What the numbers of a part are called, such as "warp".
  std::vector<std::string> colourings = {};
  bool for_page = false;       ///< with groups aside: the texts, and the fills of other colourings
  Int most_parts = 1;          ///< that a cell may have
  std::size_t text_width = 1;  ///< the most characters of a part
  std::function<void(const Coordinate&, CellContents*)> fill_cell = {};
  bool may_dim = false;   ///< some parts are dimmed
  bool may_copy = false;  ///< some elements are copied
  /// What lies between an element and the one before it along a dimension.
  std::function<Border(const Coordinate&, int)> border = {};
  /// That depends on the element's position along the dimension alone: lines go straight through.
  bool straight = false;
  /// The dimension along which neighbours are linked, and how an element and the one before it are;
  /// −1 for none.
  int axis = -1;
  std::function<Link(const Coordinate&)> link = {};
};

/// Its panel. The last dimension goes to the right and the one before it down, but that `axis` is
/// always one of the two; a tensor of further dimensions is several grids. What it draws it asks
/// for element by element, and keeps nothing.
Panel tensor_panel(const TensorDrawing& drawing);

/// What the marks in such panels mean.
LegendEntry copied_entry();
LegendEntry dimmed_entry();
LegendEntry border_entry(Border border, std::string label);
LegendEntry link_entry(Link link, std::string label);

}  // namespace layoutq
