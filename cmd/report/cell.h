#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "core/layout/layout.h"

/// What a cell of a grid or a picture shows of the places that hold its element.
namespace layoutq {

/// The numbers of a place that a cell shows.
struct CellFields {
  bool block = false;  ///< set if there are several CTAs
  bool warp = false;
  bool lane = false;
  bool thread = false;
  bool reg = false;

  /// Returns the shown numbers of a place, and −1 for the others. Places with equal numbers look
  /// alike.
  std::array<Int, 5> numbers(const Layout& layout, const Place& place) const {
    return {block ? place.block : -1, warp ? place.warp : -1, lane ? place.lane : -1,
            thread ? layout.thread(place) : -1, reg ? place.reg : -1};
  }
  /// Returns the largest number of characters that they take.
  std::size_t width(const Layout& layout) const;
};

/// Appends the shown numbers to the text, as in "1:5".
void append_numbers(const std::array<Int, 5>& numbers, fmt::memory_buffer* text);

/// The number that gives a holder its colour; `copies` is the number of the element's holders.
enum class ColourBy { warp, lane, reg, block, copies };
inline constexpr std::array colour_choices{ColourBy::warp, ColourBy::lane, ColourBy::reg,
                                           ColourBy::block, ColourBy::copies};

/// Returns `warp`, `lane`, `register`, `block` or `copies`.
std::string_view name_of(ColourBy by);
/// Returns the range of this number over the layout.
Range numbers_of(ColourBy by, const Layout& layout);
/// Returns this number for a holder.
Int number_of(ColourBy by, const Place& holder, Int copies);

/// What the cells of a grid or a picture show, and what colours them.
struct CellOptions {
  std::string name;  ///< as it was typed: "warp:lane"
  CellFields fields = {};
  ColourBy colour_by = ColourBy::warp;
};

}  // namespace layoutq
