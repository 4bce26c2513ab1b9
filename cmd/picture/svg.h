#pragma once

#include <string>
#include <string_view>

#include "cmd/report/output.h"
#include "cmd/report/palette.h"

namespace layoutq {

/// The text as it may stand in XML or HTML, within an element or in quotes: nothing in it ends
/// them. What XML has no characters for is replaced.
std::string xml_text(std::string_view text);

/// Writes SVG 1.1 (https://www.w3.org/TR/SVG11): plain shapes and text, no script and no style
/// sheet, so that every program shows the same. Lengths are in user units, pixels on a screen; text
/// of one size is all there is. Classes are for the page that has the picture in it.
class Svg {
 public:
  static constexpr Int text_size = 11;    ///< height of the letters' line
  static constexpr Int line_height = 14;  ///< from one line of text to the next
  /// What so many characters take at most, in a font whose characters are equally wide.
  static constexpr Int width_of(std::size_t characters) {
    return (static_cast<Int>(characters) * 67 + 9) / 10;
  }

  explicit Svg(Output* output) : output_(*output) {}

  /// `attributes` are further ones of the element, as in ` class="panel"`.
  void open(Int width, Int height, std::string_view title, std::string_view attributes = "");
  void close() { output_.text("</svg>\n"); }
  /// The textures of so many numbers, which `fill` names. Once, before they are named.
  void define_looks(Int count);

  /// A group with these attributes, as in `fill="#fff"`.
  void open_group(std::string_view attributes);
  void close_group() { output_.text("</g>\n"); }
  /// A group that is further to the right and down.
  void open_shifted(Int x, Int y);

  void rect(Int x, Int y, Int width, Int height);
  void rect(Int x, Int y, Int width, Int height, std::string_view fill);
  /// Text whose letters stand on `y`; it begins at x, or where its group says. An empty colour is
  /// the group's.
  void text(Int x, Int y, std::string_view text, std::string_view colour = "");
  /// What a program shows where the pointer rests on the group that it begins.
  void tip(std::string_view text);

  Output& output() { return output_; }

 private:
  Output& output_;
};

/// A path of an SVG. It begins where something is first written to it, so that there is none
/// without anything in it; after its end another one may begin.
class SvgPath {
 public:
  explicit SvgPath(Svg* svg) : output_(svg->output()) {}

  /// Appends to its data.
  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    if (!open_) output_.text("<path d=\"");
    open_ = true;
    output_.print(format, std::forward<Values>(values)...);
  }
  void end() {
    if (open_) output_.text("\"/>\n");
    open_ = false;
  }

 private:
  Output& output_;
  bool open_ = false;
};

/// What fills a shape with a number's colour and texture: `#8899dd`, or `url(#look9)`.
std::string fill_of(Int number);

}  // namespace layoutq
