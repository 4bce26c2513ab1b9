#include "cmd/picture/picture.h"

#include <algorithm>

#include "cmd/error.h"
#include "cmd/picture/page.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

constexpr Int margin = 16;
constexpr Int least_width = 440;  // leaves room for a caption
constexpr Int gap = 20;           // between panels

/// Wraps the text into lines of at most so many characters. A longer word gets a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t most) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    std::string& line = lines.back();
    if (!line.empty() && line.size() + 1 + word.size() > most) {
      lines.emplace_back(word);
    } else {
      line += line.empty() ? "" : " ";
      line += word;
    }
    if (end < text.size() && text[end] == '\n') lines.emplace_back();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The positions of a legend's entries, which run from left to right and wrap into lines.
struct LegendPlaces {
  std::vector<std::pair<Int, Int>> at;
  Int height = 0;
};

LegendPlaces place_legend(const std::vector<const LegendEntry*>& entries, Int width) {
  constexpr Int line = 20;
  LegendPlaces places;
  Int x = 0;
  Int y = 0;
  for (const LegendEntry* entry : entries) {
    const Int taken = LegendEntry::width + 6 + Svg::width_of(entry->label.size()) + 14;
    if (x > 0 && x + taken > width) {
      x = 0;
      y += line;
    }
    places.at.emplace_back(x, y);
    x += taken;
  }
  places.height = entries.empty() ? 0 : y + line;
  return places;
}

void draw_legend(Svg* svg, const std::vector<const LegendEntry*>& entries,
                 const LegendPlaces& places) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [x, y] = places.at[i];
    svg->open_shifted(x, y);
    entries[i]->draw(svg);
    svg->open_group("class=\"label\"");
    svg->text(LegendEntry::width + 6, LegendEntry::height - 2, entries[i]->label);
    svg->close_group();
    svg->close_group();
  }
}

/// Returns the legend's entries for a colouring; for an empty name, those that belong to none.
std::vector<const LegendEntry*> entries_of(const Picture& picture, std::string_view colouring) {
  std::vector<const LegendEntry*> entries;
  for (const LegendEntry& entry : picture.legend) {
    if (entry.colouring == colouring) entries.push_back(&entry);
  }
  return entries;
}

void write_svg(Output* output, const Picture& picture) {
  Int width = least_width;
  for (const Panel& panel : picture.panels) width = std::max(width, panel.width);
  const auto lines_of = [&](std::string_view text) {
    constexpr Int character_width = 7;  // leaves room for wider fonts
    return text.empty() ? std::vector<std::string>()
                        : wrapped(text, static_cast<std::size_t>(width / character_width));
  };
  const std::vector<std::string> caption = lines_of(picture.caption);
  std::vector<const LegendEntry*> legend;
  if (!picture.colourings.empty()) legend = entries_of(picture, picture.colourings.front());
  for (const LegendEntry* entry : entries_of(picture, "")) legend.push_back(entry);
  const LegendPlaces places = place_legend(legend, width);

  Int height = margin + static_cast<Int>(caption.size()) * Svg::line_height + gap / 2;
  for (const Panel& panel : picture.panels) {
    height += static_cast<Int>(lines_of(panel.heading).size()) * Svg::line_height + 4 +
              panel.height + gap;
  }
  height += places.height + margin;

  Svg svg(output);
  svg.open(width + 2 * margin, height, picture.caption);
  svg.define_looks(picture.looks);
  svg.rect(0, 0, width + 2 * margin, height, "#fff");
  Int y = margin;
  const auto write_lines = [&](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      svg.text(margin, y + Svg::text_size, line);
      y += Svg::line_height;
    }
  };
  svg.open_group("fill=\"#111\"");
  write_lines(caption);
  y += gap / 2;
  for (const Panel& panel : picture.panels) {
    write_lines(lines_of(panel.heading));
    y += 4;
    svg.open_shifted(margin, y);
    panel.draw(&svg);
    svg.close_group();
    y += panel.height + gap;
  }
  svg.open_shifted(margin, y);
  draw_legend(&svg, legend, places);
  svg.close_group();
  svg.close_group();
  svg.close();
}

/// Writes a page's legend with all entries. The page shows those of the chosen colouring.
void write_legend(Svg* svg, const Picture& picture) {
  std::vector<std::string> parts = picture.colourings;
  parts.emplace_back();
  for (const std::string& colouring : parts) {
    const std::vector<const LegendEntry*> entries = entries_of(picture, colouring);
    if (entries.empty()) continue;
    Output& output = svg->output();
    if (colouring.empty()) {
      output.text("<div class=\"legend-part always\">\n");
    } else {
      output.print("<div class=\"legend-part by-{0}\" data-colouring=\"{0}\">\n", colouring);
    }
    for (const LegendEntry* entry : entries) {
      output.text("<span class=\"entry\">");
      svg->open(LegendEntry::width, LegendEntry::height, "");
      entry->draw(svg);
      svg->close();
      output.print("{}</span>\n", xml_text(entry->label));
    }
    output.text("</div>\n");
  }
}

void write_page(Output* output, const Picture& picture) {
  PageWriter page(output);
  Svg svg(output);
  page.put("caption", picture.caption);
  page.put_style();
  page.put("colouring", picture.colourings.empty() ? "" : picture.colourings.front());
  page.put("caption", picture.caption);
  page.until("panels");
  svg.open(0, 0, "", " class=\"looks\"");
  svg.define_looks(picture.looks);
  svg.close();
  for (const Panel& panel : picture.panels) {
    if (!panel.heading.empty()) output->print("<h2>{}</h2>\n", xml_text(panel.heading));
    output->print(
        "<div class=\"scroll\"><div class=\"canvas\" tabindex=\"0\" role=\"application\" "
        "aria-label=\"picture: arrow keys move, Escape lets go\" aria-describedby=\"about\"{}>\n",
        panel.page.empty() ? "" : fmt::format(" data-grid=\"{}\"", xml_text(panel.page)));
    svg.open(panel.width, panel.height, "", " class=\"picture\" fill=\"#111\"");
    panel.draw(&svg);
    svg.close();
    // Browsers do not lay out the contents of a template until it is used.
    for (const SpareGroup& group : panel.spare) {
      output->print("<template class=\"{}\"><svg>\n", group.name);
      group.draw(&svg);
      output->text("</svg></template>\n");
    }
    output->text("</div></div>\n");
  }
  page.until("legend");
  write_legend(&svg, picture);
  page.until("notes");
  for (const std::string& note : picture.notes) {
    output->print("<p class=\"note\">{}</p>\n", xml_text(note));
  }
  page.put_json("data", picture.page);
  page.put_script();
  page.close();
}

}  // namespace

void write_picture(Output* output, Format format, const Picture& picture) {
  format == Format::html ? write_page(output, picture) : write_svg(output, picture);
}

void check_page_size(const Shape& shape, std::optional<Int> places) {
  constexpr Int most_elements = Int{1} << 18;
  constexpr Int most_places = Int{1} << 20;
  const auto elements = checked_product({shape.begin(), shape.end()});
  if (elements && *elements <= most_elements && places && *places <= most_places) return;
  throw Error(
      fmt::format("a page has room for {} elements in {} places, and the layout on shape {} has "
                  "more of them: try --format svg",
                  most_elements, most_places, to_text(shape)));
}

LegendEntry filled_entry(std::string label, std::string fill, std::string colouring) {
  return {std::move(label),
          [fill = std::move(fill)](Svg* svg) {
            svg->open_group("stroke=\"#777\"");
            svg->rect(0, 0, LegendEntry::width, LegendEntry::height, fill);
            svg->close_group();
          },
          std::move(colouring)};
}

void add_numbers(std::vector<LegendEntry>* legend, const std::string& colouring, Range numbers) {
  constexpr Int most = 64;
  const Int end = std::min(numbers.high, numbers.low + most);
  for (Int number = numbers.low; number < end; ++number) {
    legend->push_back(
        filled_entry(fmt::format("{} {}", colouring, number), fill_of(number), colouring));
  }
  if (end == numbers.high) return;
  std::string rest = fmt::format("... to {} {}", colouring, numbers.high - 1);
  if (numbers.high > different_looks) {
    rest += fmt::format("; the looks repeat after {}", different_looks);
  }
  legend->push_back({std::move(rest), [](Svg*) {}, colouring});
}

}  // namespace layoutq
