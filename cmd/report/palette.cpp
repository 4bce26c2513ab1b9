#include "cmd/report/palette.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

namespace layoutq {

namespace {

/// The light backgrounds of a 16-colour terminal that are nearest to the palette: 43, 46 and 101 to
/// 106.
constexpr std::array<int, palette.size()> basic_backgrounds{104, 103, 46, 101, 105, 43, 102, 106};

/// Returns the nearest of the 6 × 6 × 6 colours that a 256-colour terminal has from number 16 on.
int indexed(Rgb colour) {
  constexpr std::array levels{0, 95, 135, 175, 215, 255};
  constexpr int first = 16;
  int index = 0;
  for (int part : {colour.red, colour.green, colour.blue}) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < levels.size(); ++i) {
      if (std::abs(levels[i] - part) < std::abs(levels[nearest] - part)) nearest = i;
    }
    index = index * static_cast<int>(levels.size()) + static_cast<int>(nearest);
  }
  return first + index;
}

}  // namespace

std::string hex(Rgb colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::string terminal_paint(ColourDepth depth, Int number) {
  constexpr std::array<std::string_view, 4> styles{"", ";4", ";1", ";1;4"};
  const Rgb colour = colour_of(number);
  const std::string_view style =
      styles[static_cast<std::size_t>(texture_of(number)) % styles.size()];
  switch (depth) {
    case ColourDepth::none:
      return "";
    case ColourDepth::basic:
      return fmt::format("\x1b[30;{}{}m",
                         basic_backgrounds[static_cast<std::size_t>(number) % palette.size()],
                         style);
    case ColourDepth::indexed:
      return fmt::format("\x1b[38;5;{};48;5;{}{}m", indexed(ink), indexed(colour), style);
    case ColourDepth::direct:
      return fmt::format("\x1b[38;2;{};{};{};48;2;{};{};{}{}m", ink.red, ink.green, ink.blue,
                         colour.red, colour.green, colour.blue, style);
  }
  return "";
}

}  // namespace layoutq
