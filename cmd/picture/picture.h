#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cmd/flags/output_flags.h"
#include "cmd/picture/svg.h"

/// An answer as a drawing: a picture is a file of SVG, or a page of HTML that has the same drawing
/// in it, to explore.
namespace layoutq {

/// A part of a drawing that a page keeps aside until it is needed: a group.
struct SpareGroup {
  std::string name;
  std::function<void(Svg*)> draw = {};
};

/// One drawing of a picture. Others stand below it.
struct Panel {
  std::string heading = {};  ///< may be empty
  Int width = 0;
  Int height = 0;
  std::function<void(Svg*)> draw = {};  ///< from (0, 0) on
  std::string page = {};                ///< what the page must know of it, in JSON
  std::vector<SpareGroup> spare = {};   ///< of a page
};

/// What something in the drawing means.
struct LegendEntry {
  static constexpr Int width = 18;
  static constexpr Int height = 12;

  std::string label;
  std::function<void(Svg*)> draw = {};  ///< a sample of it, in a box of that size from (0, 0) on
  std::string colouring = {};           ///< what it is coloured by; empty where it is always so
};

/// All of a picture.
struct Picture {
  std::string caption = {};
  std::vector<std::string> notes = {};  ///< under a page
  std::vector<Panel> panels = {};
  std::vector<LegendEntry> legend = {};
  /// What a page's reader may choose to colour by: the first is chosen.
  std::vector<std::string> colourings = {};
  Int looks = 0;          ///< how many numbers have a look of their own
  std::string page = {};  ///< what the page must know of the layout, in JSON
};

/// Writes it as `format` says: svg or html.
void write_picture(Output* output, Format format, const Picture& picture);

/// Error for a tensor with more elements, or more places that hold them, than a page shows fast.
void check_page_size(const Shape& shape, std::optional<Int> places);

/// A sample of what is filled so, with a frame.
LegendEntry filled_entry(std::string label, std::string fill, std::string colouring = "");
/// "warp 0", "warp 1", … of these; those past the first few are not listed.
void add_numbers(std::vector<LegendEntry>* legend, const std::string& colouring, Range numbers);

}  // namespace layoutq
