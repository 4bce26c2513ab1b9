#pragma once

#include <array>
#include <string>

#include "core/layout/dims.h"

/// The colours of numbers that are to be told apart: warps, lanes, banks. One palette for the
/// terminal, for pictures and for pages.
namespace layoutq {

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;

  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Fills for near-black text. Every two differ by at least 20 (CIE 1976 ΔE) to people with any
/// colour vision, by the simulation of Machado, Oliveira and Fernandes (2009), and text has a
/// contrast of 6.5 or more on each (WCAG 2).
inline constexpr std::array<Rgb, 8> palette{{{0x88, 0x99, 0xdd},
                                             {0xee, 0xdd, 0x77},
                                             {0x22, 0xaa, 0xaa},
                                             {0xdd, 0x88, 0x77},
                                             {0xcc, 0xcc, 0xff},
                                             {0xaa, 0x99, 0x33},
                                             {0xbb, 0xff, 0xbb},
                                             {0x33, 0xee, 0xcc}}};
inline constexpr Rgb ink{0x11, 0x11, 0x11};  ///< of the text on them

/// How many textures tell numbers apart that have the same colour: sums of four hatchings.
inline constexpr Int texture_count = 16;
/// Numbers from here on look like lower ones.
inline constexpr Int different_looks = static_cast<Int>(palette.size()) * texture_count;

constexpr Rgb colour_of(Int number) {
  return palette[static_cast<std::size_t>(number) % palette.size()];
}
/// 0 for none.
constexpr Int texture_of(Int number) {
  return number / static_cast<Int>(palette.size()) % texture_count;
}

/// "#8899dd".
std::string hex(Rgb colour);

/// What a terminal can show: nothing, 16 colours, 256, or any.
enum class ColourDepth { none, basic, indexed, direct };

/// What makes a terminal fill with the number's colour and write dark on it, whatever its own
/// colours; in place of a texture, text is underlined, bold, or both.
std::string terminal_paint(ColourDepth depth, Int number);

}  // namespace layoutq
