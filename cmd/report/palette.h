#pragma once

#include <array>
#include <string>

#include "core/layout/dims.h"

/// The colours that distinguish warps, lanes and banks. The terminal, pictures and pages share one
/// palette.
namespace layoutq {

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;

  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Fills for near-black text. Any two differ by at least 20 (CIE 1976 ΔE) for every kind of colour
/// vision, as simulated by Machado, Oliveira and Fernandes (2009). Text has a contrast of at least
/// 6.5 on each (WCAG 2).
inline constexpr std::array<Rgb, 8> palette{{{0x88, 0x99, 0xdd},
                                             {0xee, 0xdd, 0x77},
                                             {0x22, 0xaa, 0xaa},
                                             {0xdd, 0x88, 0x77},
                                             {0xcc, 0xcc, 0xff},
                                             {0xaa, 0x99, 0x33},
                                             {0xbb, 0xff, 0xbb},
                                             {0x33, 0xee, 0xcc}}};
inline constexpr Rgb ink{0x11, 0x11, 0x11};  ///< the colour of text on these fills

/// The number of textures, which distinguish numbers of one colour: combinations of four hatchings.
inline constexpr Int texture_count = 16;
/// Numbers from here on look the same as lower ones.
inline constexpr Int different_looks = static_cast<Int>(palette.size()) * texture_count;

constexpr Rgb colour_of(Int number) {
  return palette[static_cast<std::size_t>(number) % palette.size()];
}
/// Returns the texture of a number; 0 means none.
constexpr Int texture_of(Int number) {
  return number / static_cast<Int>(palette.size()) % texture_count;
}

/// Formats a colour: "#8899dd".
std::string hex(Rgb colour);

/// The colours that a terminal can show: none, 16, 256, or any.
enum class ColourDepth { none, basic, indexed, direct };

/// Returns the escape sequence that fills the background with the number's colour and writes dark
/// text on it, whatever the terminal's own colours. Underline, bold, or both stand for a texture.
std::string terminal_paint(ColourDepth depth, Int number);

}  // namespace layoutq
