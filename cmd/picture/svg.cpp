#include "cmd/picture/svg.h"

#include <algorithm>
#include <array>

#include "cmd/report/value.h"

namespace layoutq {

namespace {

/// The most characters of one element: four numbers and the markup around them.
constexpr std::size_t most_of_element = 192;

}  // namespace

std::string xml_text(std::string_view text) {
  std::string xml;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text.front();
    const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n';
    const bool nothing = text.starts_with("\xef\xbf\xbe") || text.starts_with("\xef\xbf\xbf");
    if (length == 0 || control || nothing) {
      xml += "\xef\xbf\xbd";
    } else if (c == '&') {
      xml += "&amp;";
    } else if (c == '<') {
      xml += "&lt;";
    } else if (c == '>') {
      xml += "&gt;";
    } else if (c == '"') {
      xml += "&quot;";
    } else if (c == '\'') {
      xml += "&#39;";
    } else {
      xml += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return xml;
}

void Svg::open(Int width, Int height, std::string_view title, std::string_view attributes) {
  output_.print(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
      "font-size=\"{2}\"{3}>\n",
      width, height, text_size, attributes);
  if (!title.empty()) output_.print("<title>{}</title>\n", xml_text(title));
}

void Svg::define_looks(Int count) {
  // Hatchings that continue from tile to tile. Each texture combines some of them.
  constexpr std::array<std::string_view, 4> hatchings{"M0 8L8 0", "M0 0L8 8", "M0 4H8", "M4 0V8"};
  const Int looks = std::min(count, different_looks);
  if (looks <= static_cast<Int>(palette.size())) return;
  output_.text("<defs>\n");
  for (Int number = static_cast<Int>(palette.size()); number < looks; ++number) {
    std::string lines;
    for (std::size_t i = 0; i < hatchings.size(); ++i) {
      if ((texture_of(number) >> i & 1) != 0) lines += hatchings[i];
    }
    output_.print(
        "<pattern id=\"look{}\" patternUnits=\"userSpaceOnUse\" width=\"8\" height=\"8\">"
        "<path fill=\"{}\" d=\"M0 0H8V8H0Z\"/>"
        "<path d=\"{}\" stroke=\"#000\" stroke-opacity=\".22\"/></pattern>\n",
        number, hex(colour_of(number)), lines);
  }
  output_.text("</defs>\n");
}

void Svg::open_group(std::string_view attributes) {
  output_.print("<g{}{}>\n", attributes.empty() ? "" : " ", attributes);
}

void Svg::open_shifted(Int x, Int y) {
  output_.print("<g transform=\"translate({} {})\">\n", x, y);
}

void Svg::rect(Int x, Int y, Int width, Int height) {
  output_.filled(fmt::format_to(output_.room(most_of_element),
                                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", x, y,
                                width, height));
}

void Svg::rect(Int x, Int y, Int width, Int height, std::string_view fill) {
  output_.filled(
      fmt::format_to(output_.room(most_of_element),
                     "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x, y,
                     width, height, fill));
}

void Svg::text(Int x, Int y, std::string_view text, std::string_view colour) {
  output_.filled(fmt::format_to(output_.room(most_of_element), "<text x=\"{}\" y=\"{}\"", x, y));
  if (!colour.empty()) output_.print(" fill=\"{}\"", colour);
  output_.character('>');
  output_.text(xml_text(text));
  output_.text("</text>\n");
}

void Svg::tip(std::string_view text) {
  output_.print("<g class=\"cell\"><title>{}</title>\n", xml_text(text));
}

std::string fill_of(Int number) {
  return texture_of(number) == 0 ? hex(colour_of(number))
                                 : fmt::format("url(#look{})", number % different_looks);
}

}  // namespace layoutq
