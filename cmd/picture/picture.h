#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cmd/picture/svg.h"
#include "cmd/report/output_options.h"

/// An answer as a drawing. The file is SVG, or an HTML page that holds the same drawing and lets
/// the reader explore it.
namespace layoutq {

/// A group of a drawing that a page keeps out of the document until it is needed.
struct SpareGroup {
  std::string name;
  std::function<void(Svg*)> draw = {};
};

/// One drawing of a picture. A picture stacks its panels from top to bottom.
struct Panel {
  std::string heading = {};  ///< may be empty
  Int width = 0;
  Int height = 0;
  std::function<void(Svg*)> draw = {};  ///< draws with the upper left corner at (0, 0)
  std::string page = {};                ///< JSON for the page's script
  std::vector<SpareGroup> spare = {};   ///< only used by a page
};

/// Explains one colour or mark of the drawing.
struct LegendEntry {
  static constexpr Int width = 18;
  static constexpr Int height = 12;

  std::string label;
  std::function<void(Svg*)> draw = {};  ///< draws a sample, width × height, corner at (0, 0)
  std::string colouring = {};           ///< the colouring that it belongs to; empty for every one
};

/// A whole picture.
struct Picture {
  std::string caption = {};
  std::vector<std::string> notes = {};  ///< shown at the end of a page
  std::vector<Panel> panels = {};
  std::vector<LegendEntry> legend = {};
  /// The colourings that a page's reader can choose from. A page starts with the first.
  std::vector<std::string> colourings = {};
  Int looks = 0;          ///< how many numbers have a colour and texture of their own
  std::string page = {};  ///< the layout as JSON for the page's script
};

/// Writes the picture as SVG or HTML, as `format` says.
void write_picture(Output* output, Format format, const Picture& picture);

/// Throws Error if a page would not show so many elements, or places that hold them, fast.
void check_page_size(const Shape& shape, std::optional<Int> places);

/// Returns an entry whose sample is a framed box with this fill.
LegendEntry filled_entry(std::string label, std::string fill, std::string colouring = "");
/// Adds an entry for each number, such as "warp 0", "warp 1", …, up to a limit.
void add_numbers(std::vector<LegendEntry>* legend, const std::string& colouring, Range numbers);

}  // namespace layoutq
