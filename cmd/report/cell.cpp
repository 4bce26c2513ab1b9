#include "cmd/report/cell.h"

#include "core/layout/text.h"
#include "core/questions/replication.h"

namespace layoutq {

std::size_t CellFields::width(const Layout& layout) const {
  std::size_t width = 0;
  const auto add = [&](bool shown, Int count) {
    if (shown) width += digits(count - 1) + (width > 0 ? 1 : 0);
  };
  add(block, layout.blocks());
  add(warp, layout.warps());
  add(lane, layout.lanes());
  add(thread, layout.threads());
  add(reg, layout.registers());
  return width;
}

void append_numbers(const std::array<Int, 5>& numbers, fmt::memory_buffer* text) {
  bool first = true;
  for (Int number : numbers) {
    if (number < 0) continue;
    if (!first) text->push_back(':');
    fmt::format_to(fmt::appender(*text), "{}", number);
    first = false;
  }
}

std::string_view name_of(ColourBy by) {
  constexpr std::array<std::string_view, colour_choices.size()> names{"warp", "lane", "register",
                                                                      "block", "copies"};
  return names[static_cast<std::size_t>(by)];
}

Range numbers_of(ColourBy by, const Layout& layout) {
  switch (by) {
    case ColourBy::warp:
      return {0, layout.warps()};
    case ColourBy::lane:
      return {0, layout.lanes()};
    case ColourBy::reg:
      return {0, layout.registers()};
    case ColourBy::block:
      return {0, layout.blocks()};
    case ColourBy::copies:
      return {copies_min(layout), copies_max(layout) + 1};
  }
  return {};
}

Int number_of(ColourBy by, const Place& holder, Int copies) {
  switch (by) {
    case ColourBy::warp:
      return holder.warp;
    case ColourBy::lane:
      return holder.lane;
    case ColourBy::reg:
      return holder.reg;
    case ColourBy::block:
      return holder.block;
    case ColourBy::copies:
      return copies;
  }
  return 0;
}

}  // namespace layoutq
