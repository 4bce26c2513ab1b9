#include "cmd/report/palette.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

namespace layoutq {

namespace {

using Triple = std::array<double, 3>;

/// The light of a colour, 0 to 1: sRGB (IEC 61966-2-1).
Triple linear(Rgb colour) {
  Triple light{};
  const std::array parts{colour.red, colour.green, colour.blue};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double part = parts[i] / 255.0;
    light[i] = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  }
  return light;
}

double luminance(Rgb colour) {
  const Triple light = linear(colour);
  return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
}

/// How people see it who have all cones, or lack the red, green or blue ones: Machado, Oliveira and
/// Fernandes (2009), severity 1.
constexpr std::array<std::array<Triple, 3>, 4> visions{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                                        {{{0.152286, 1.052583, -0.204868},
                                                          {0.114503, 0.786281, 0.099216},
                                                          {-0.003882, -0.048116, 1.051998}}},
                                                        {{{0.367322, 0.860646, -0.227968},
                                                          {0.280085, 0.672501, 0.047413},
                                                          {-0.011820, 0.042940, 0.968881}}},
                                                        {{{1.255528, -0.076749, -0.178779},
                                                          {-0.078411, 0.930809, 0.147602},
                                                          {0.004733, 0.691367, 0.303900}}}}};

/// CIE 1976 L*a*b*, white point D65.
Triple lab(Rgb colour, const std::array<Triple, 3>& vision) {
  const Triple light = linear(colour);
  Triple seen{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) seen[i] += vision[i][j] * light[j];
    seen[i] = std::min(1.0, std::max(0.0, seen[i]));
  }
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.95047);
  const double y = f(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
  const double z = f((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const Triple& a, const Triple& b) {
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                   (a[2] - b[2]) * (a[2] - b[2]));
}

}  // namespace

TEST_CASE("text can be read on every colour") {
  constexpr double enough = 6.5;  // WCAG 2 asks for 4.5
  for (Rgb colour : palette) {
    CHECK((luminance(colour) + 0.05) / (luminance(ink) + 0.05) >= enough);
  }
}

TEST_CASE("the colours differ to people with any colour vision") {
  for (const auto& vision : visions) {
    for (std::size_t a = 0; a < palette.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        CHECK(difference(lab(palette[a], vision), lab(palette[b], vision)) >= 20);
      }
    }
  }
}

TEST_CASE("numbers have a look of their own") {
  std::set<std::pair<std::string, Int>> looks;
  for (Int number = 0; number < different_looks; ++number) {
    looks.emplace(hex(colour_of(number)), texture_of(number));
  }
  CHECK(looks.size() == static_cast<std::size_t>(different_looks));
  CHECK(hex(colour_of(0)) == "#8899dd");
  CHECK(texture_of(7) == 0);
  CHECK(texture_of(8) == 1);
}

TEST_CASE("a terminal tells 32 numbers apart, whatever its colours") {
  for (ColourDepth depth : {ColourDepth::basic, ColourDepth::indexed, ColourDepth::direct}) {
    std::set<std::string> paints;
    for (Int number = 0; number < 32; ++number) paints.insert(terminal_paint(depth, number));
    CHECK(paints.size() == 32);
  }
  CHECK(terminal_paint(ColourDepth::none, 3).empty());
  CHECK(terminal_paint(ColourDepth::basic, 0) == "\x1b[30;104m");
  // Of the 6 x 6 x 6 colours from 16 on, 135, 135, 215 (2, 2, 4) is nearest; ink is black there.
  CHECK(terminal_paint(ColourDepth::indexed, 0) == "\x1b[38;5;16;48;5;104m");
  CHECK(terminal_paint(ColourDepth::direct, 9) == "\x1b[38;2;17;17;17;48;2;238;221;119;4m");
}

}  // namespace layoutq
