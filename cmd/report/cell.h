#pragma once

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/layout/layout.h"

/// What one cell of a grid or a picture shows of the places that hold its element.
namespace layoutq {

/// What a cell tells of a place.
struct CellFields {
  bool block = false;  ///< where there are several CTAs
  bool warp = false;
  bool lane = false;
  bool thread = false;
  bool reg = false;

  /// The numbers that are told of a place, −1 for the others: places with equal ones look alike.
  std::array<Int, 5> numbers(const Layout& layout, const Place& place) const {
    return {block ? place.block : -1, warp ? place.warp : -1, lane ? place.lane : -1,
            thread ? layout.thread(place) : -1, reg ? place.reg : -1};
  }
  /// How many characters they take at most.
  std::size_t width(const Layout& layout) const;
};

/// Appends "1:5" to the text.
void append_numbers(const std::array<Int, 5>& numbers, fmt::memory_buffer* text);

/// Which number of a holder gives its colour; `copies` is how many holders the element has.
enum class ColourBy { warp, lane, reg, block, copies };
inline constexpr std::array colour_choices{ColourBy::warp, ColourBy::lane, ColourBy::reg,
                                           ColourBy::block, ColourBy::copies};

/// `warp`, `lane`, `register`, `block` or `copies`.
std::string_view name_of(ColourBy by);
/// All such numbers.
Range numbers_of(ColourBy by, const Layout& layout);
/// That number of a holder.
Int number_of(ColourBy by, const Place& holder, Int copies);

}  // namespace layoutq
