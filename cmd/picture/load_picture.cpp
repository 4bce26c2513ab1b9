#include "cmd/picture/load_picture.h"

#include <algorithm>
#include <memory>

#include "cmd/error.h"
#include "cmd/report/caption.h"
#include "core/layout/text.h"
#include "core/questions/sectors.h"

namespace layoutq {

namespace {

/// The most accesses that one picture draws, over all of its loads.
constexpr Int most_drawn = Int{1} << 18;

/// A register that is loaded, and the address that it is loaded from, in elements.
struct Access {
  Int address;
  Place place;

  friend auto operator<=>(const Access&, const Access&) = default;
};

/// Returns all accesses of a load, sorted by address and then by place.
std::vector<Access> accesses_of(const Layout& layout, const Memory& memory, const Region& places) {
  std::vector<Access> accesses;
  walk_places(layout, {{places}}, [&](const Run& run) {
    for (Int i = 0; i < run.length; ++i) {
      const Run one = run.part(i, 1);
      accesses.push_back({memory.address(one.element), one.place});
    }
  });
  std::sort(accesses.begin(), accesses.end());
  return accesses;
}

/// Splits the accesses where they cross a multiple of so many elements, and calls
/// visit(first, end) for each part.
template <class Visit>
void split(std::vector<Access>::const_iterator first, std::vector<Access>::const_iterator end,
           Int size, Visit visit) {
  while (first != end) {
    const Int piece = first->address / size;
    const auto next = std::find_if(
        first, end, [&](const Access& access) { return access.address / size != piece; });
    visit(first, next);
    first = next;
  }
}

/// Counts the accesses that look different in a cell.
Int different(const Layout& layout, CellFields fields, std::vector<Access>::const_iterator first,
              std::vector<Access>::const_iterator end) {
  std::vector<std::array<Int, 5>> numbers;
  for (auto at = first; at != end; ++at) numbers.push_back(fields.numbers(layout, at->place));
  std::sort(numbers.begin(), numbers.end());
  return std::unique(numbers.begin(), numbers.end()) - numbers.begin();
}

/// The lines in which a picture shows memory, and the width of their cells.
class MemoryLines {
 public:
  /// `most` is the greatest number of different accesses to one address; cells have room for it.
  MemoryLines(const Layout& layout, const Memory& memory, CellOptions cells, Int most)
      : layout_(layout), memory_(memory), cells_(std::move(cells)) {
    constexpr Int most_cells = 32;
    constexpr Int most_in_line = 128;
    const Int bytes = std::clamp(most_cells * memory.element_bytes, sector_bytes, most_in_line);
    per_line_ = bytes / memory.element_bytes;
    per_sector_ = sector_bytes / memory.element_bytes;
    const std::size_t more = most > 1 ? 1 + digits(most - 1) : 0;  // "+15"
    cell_width_ = std::max<Int>(Svg::width_of(cells_.fields.width(layout) + more) + 8, 20);
  }

  Panel panel(std::string name, std::vector<Access> accesses) const;

 private:
  static constexpr Int cell_height = 20;
  static constexpr Int gap_height = 16;
  static constexpr Int line_gap = 4;

  using At = std::vector<Access>::const_iterator;

  Int byte_of(Int address) const { return address * memory_.element_bytes; }
  Int line_of(const Access& access) const { return access.address / per_line_; }

  void draw(Svg* svg, const std::vector<Access>& accesses, Int label_width) const;
  void draw_line(Svg* svg, At first, At end, Int x, Int y) const;
  void draw_sector(Svg* svg, At first, At end, Int x, Int y) const;
  void draw_wanted(Svg* svg, At first, At end, Int x, Int y) const;

  const Layout& layout_;
  const Memory& memory_;
  CellOptions cells_;
  Int per_line_;  ///< elements
  Int per_sector_;
  Int cell_width_;
};

Panel MemoryLines::panel(std::string name, std::vector<Access> accesses) const {
  Int lines = 0;
  Int gaps = 0;
  Int sectors = 0;
  Int wanted = 0;
  Int last = -1;
  split(accesses.begin(), accesses.end(), per_line_, [&](At first, At end) {
    ++lines;
    if (last >= 0 && line_of(*first) != last + 1) ++gaps;
    last = line_of(*first);
    split(first, end, per_sector_, [&](At, At) { ++sectors; });
    split(first, end, 1, [&](At, At) { ++wanted; });
  });
  const Int bytes = byte_of(wanted);
  const Int fetched = sectors * sector_bytes;
  const Int label_width = Svg::width_of(5 + digits(byte_of(last * per_line_))) + 6;
  const auto kept = std::make_shared<const std::vector<Access>>(std::move(accesses));
  return {.heading = fmt::format("{}: {}, {} of {} bytes wanted, {:.1f}%", name,
                                 counted(sectors, "sector"), bytes, fetched,
                                 100 * static_cast<double>(bytes) / static_cast<double>(fetched)),
          .width = label_width + per_line_ * cell_width_ + 2,
          .height = lines * (cell_height + line_gap) + gaps * gap_height + 2,
          .draw = [lines = *this, kept, label_width](Svg* svg) {
            lines.draw(svg, *kept, label_width);
          }};
}

void MemoryLines::draw(Svg* svg, const std::vector<Access>& accesses, Int label_width) const {
  Int y = 1;
  Int last = -1;
  split(accesses.begin(), accesses.end(), per_line_, [&](At first, At end) {
    const Int line = line_of(*first);
    svg->open_group("class=\"axis\" fill=\"#555\" text-anchor=\"end\"");
    if (last >= 0 && line != last + 1) {
      svg->text(label_width - 6, y + gap_height / 2 + 2, "...");
      y += gap_height;
    }
    last = line;
    svg->text(label_width - 6, y + cell_height / 2 + 4,
              fmt::format("byte {}", byte_of(line * per_line_)));
    svg->close_group();
    draw_line(svg, first, end, label_width, y);
    y += cell_height + line_gap;
  });
}

void MemoryLines::draw_line(Svg* svg, At first, At end, Int x, Int y) const {
  const Int sector_width = per_sector_ * cell_width_;
  const Int start = line_of(*first) * per_line_;
  svg->open_group("fill=\"none\" stroke=\"#999\" stroke-dasharray=\"2 3\"");
  svg->rect(x, y, per_line_ * cell_width_, cell_height);
  svg->close_group();
  split(first, end, per_sector_, [&](At sector, At sector_end) {
    draw_sector(svg, sector, sector_end, x + (sector->address - start) / per_sector_ * sector_width,
                y);
  });
}

void MemoryLines::draw_sector(Svg* svg, At first, At end, Int x, Int y) const {
  const Int start = first->address / per_sector_ * per_sector_;
  // The gaps between requested elements are fetched in vain.
  Int next = start;
  const auto waste_until = [&](Int address) {
    if (address == next) return;
    svg->tip(fmt::format("bytes {} to {}: fetched, not wanted\nin the sector of byte {}",
                         byte_of(next), byte_of(address) - 1, byte_of(start)));
    svg->rect(x + (next - start) * cell_width_, y, (address - next) * cell_width_, cell_height,
              "#ddd");
    svg->close_group();
  };
  split(first, end, 1, [&](At wanted, At wanted_end) {
    waste_until(wanted->address);
    draw_wanted(svg, wanted, wanted_end, x + (wanted->address - start) * cell_width_, y);
    next = wanted->address + 1;
  });
  waste_until(start + per_sector_);
  svg->open_group("class=\"frame\" fill=\"none\" stroke=\"#111\" stroke-width=\"2\"");
  svg->rect(x, y, per_sector_ * cell_width_, cell_height);
  svg->close_group();
}

void MemoryLines::draw_wanted(Svg* svg, At first, At end, Int x, Int y) const {
  const Int byte = byte_of(first->address);
  std::string tip = memory_.element_bytes == 1
                        ? fmt::format("byte {}", byte)
                        : fmt::format("bytes {} to {}", byte, byte + memory_.element_bytes - 1);
  constexpr int most_listed_accesses = 64;
  for (At at = first; at != end; ++at) {
    if (at - first == most_listed_accesses) {
      tip += "\n...";
      break;
    }
    const Place& place = at->place;
    tip += fmt::format("\nelement {}: {}warp {}, lane {}, register {}",
                       in_parentheses(layout_.coordinate(place)),
                       layout_.blocks() > 1 ? fmt::format("CTA {}, ", place.block) : "", place.warp,
                       place.lane, place.reg);
  }
  fmt::memory_buffer text;
  append_numbers(cells_.fields.numbers(layout_, first->place), &text);
  const Int others = different(layout_, cells_.fields, first, end) - 1;
  if (others > 0) fmt::format_to(fmt::appender(text), "+{}", others);
  svg->tip(tip);
  const Int copies = layout_.holders(layout_.coordinate(first->place));
  svg->open_group("stroke=\"#777\" stroke-width=\".5\"");
  svg->rect(x, y, cell_width_, cell_height,
            fill_of(number_of(cells_.colour_by, first->place, copies)));
  svg->close_group();
  svg->open_group("fill=\"#111\" text-anchor=\"middle\"");
  svg->text(x + cell_width_ / 2, y + cell_height / 2 + 4, {text.data(), text.size()});
  svg->close_group();
  svg->close_group();
}

}  // namespace

Picture load_picture(std::string caption, const Layout& layout, const Memory& memory,
                     const std::vector<DrawnLoad>& loads, const CellOptions& cells) {
  std::optional<Int> accesses = 0;
  for (const DrawnLoad& load : loads) {
    const auto part = checked_product(std::array{load.places.block.size(), load.places.warp.size(),
                                                 load.places.lane.size(), load.places.reg.size()});
    if (accesses && part) accesses = checked_add(*accesses, *part);
    if (part && accesses && *accesses <= most_drawn) continue;
    throw Error(
        fmt::format("a picture has room for loads of {} registers in all: draw fewer loads, or a "
                    "part of the tensor",
                    most_drawn));
  }
  Picture picture{.caption = std::move(caption), .page = "{\"kind\": \"cells\"}"};
  std::vector<std::vector<Access>> all;
  Int most = 1;
  for (const DrawnLoad& load : loads) {
    all.push_back(accesses_of(layout, memory, load.places));
    split(all.back().begin(), all.back().end(), 1, [&](auto first, auto end) {
      most = std::max(most, different(layout, cells.fields, first, end));
    });
  }
  const MemoryLines lines(layout, memory, cells, most);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    picture.panels.push_back(lines.panel(loads[i].name, std::move(all[i])));
  }
  const Range numbers = numbers_of(cells.colour_by, layout);
  picture.looks = numbers.high;
  picture.colourings = {std::string(name_of(cells.colour_by))};
  add_numbers(&picture.legend, picture.colourings.front(), numbers);
  picture.legend.push_back(filled_entry("fetched, not wanted", "#ddd"));
  picture.legend.push_back(
      {"a sector of 32 bytes", [](Svg* svg) {
         svg->open_group("class=\"frame\" fill=\"none\" stroke=\"#111\" stroke-width=\"2\"");
         svg->rect(1, 1, LegendEntry::width - 2, LegendEntry::height - 2);
         svg->close_group();
       }});
  picture.legend.push_back({"a sector that is left alone", [](Svg* svg) {
                              svg->open_group(
                                  "fill=\"none\" stroke=\"#999\" stroke-dasharray=\"2 3\"");
                              svg->rect(0, 0, LegendEntry::width, LegendEntry::height);
                              svg->close_group();
                            }});
  return picture;
}

}  // namespace layoutq
