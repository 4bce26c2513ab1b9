#pragma once

#include <string>
#include <string_view>

#include "cmd/report/output.h"
#include "cmd/report/palette.h"

namespace layoutq {

/// Returns the text escaped for XML and HTML, for use in an element or in a quoted attribute.
/// Characters that XML does not allow become U+FFFD.
std::string xml_text(std::string_view text);

/// Writes SVG 1.1 (https://www.w3.org/TR/SVG11): plain shapes and text, without script or style
/// sheet, so that every viewer shows the same. Lengths are in user units, which are pixels on a
/// screen. All text has one size. Class names serve the HTML page that embeds the picture.
class Svg {
 public:
  static constexpr Int text_size = 11;    ///< font size
  static constexpr Int line_height = 14;  ///< from one line of text to the next
  /// Returns the most room that so many characters take in a monospaced font.
  static constexpr Int width_of(std::size_t characters) {
    return (static_cast<Int>(characters) * 67 + 9) / 10;
  }

  explicit Svg(Output* output) : output_(*output) {}

  /// Opens the document. `attributes` are added to its element, as in ` class="panel"`.
  void open(Int width, Int height, std::string_view title, std::string_view attributes = "");
  void close() { output_.text("</svg>\n"); }
  /// Defines the textures of the numbers below `count`, which `fill_of` refers to. Call it once,
  /// before the first use.
  void define_looks(Int count);

  /// Opens a group with these attributes, as in `fill="#fff"`.
  void open_group(std::string_view attributes);
  void close_group() { output_.text("</g>\n"); }
  /// Opens a group that is shifted right by x and down by y.
  void open_shifted(Int x, Int y);

  void rect(Int x, Int y, Int width, Int height);
  void rect(Int x, Int y, Int width, Int height, std::string_view fill);
  /// Writes text with its baseline at y. It starts at x unless the group sets another anchor. If
  /// `colour` is empty, the group's applies.
  void text(Int x, Int y, std::string_view text, std::string_view colour = "");
  /// Opens a group with a tooltip: viewers show the text where the pointer rests on the group.
  void tip(std::string_view text);

  Output& output() { return output_; }

 private:
  Output& output_;
};

/// A path element. It is opened by the first `print`, so that an empty path writes nothing, and can
/// be used again after `end`.
class SvgPath {
 public:
  explicit SvgPath(Svg* svg) : output_(svg->output()) {}

  /// Appends to the path's data.
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

/// Returns the fill that has a number's colour and texture: `#8899dd` or `url(#look9)`.
std::string fill_of(Int number);

}  // namespace layoutq
