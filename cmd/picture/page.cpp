#include "cmd/picture/page.h"

#include <cassert>

#include "cmd/picture/page/files.h"
#include "cmd/picture/svg.h"

namespace layoutq {

PageWriter::PageWriter(Output* output) : output_(*output), rest_(page_html) {}

void PageWriter::until(std::string_view place) {
  const std::string marker = fmt::format("{{{{{}}}}}", place);
  const std::size_t at = rest_.find("{{");
  assert(at != std::string_view::npos && rest_.substr(at).starts_with(marker));
  output_.text(rest_.substr(0, at));
  rest_.remove_prefix(at + marker.size());
}

void PageWriter::put(std::string_view place, std::string_view text) {
  until(place);
  output_.text(xml_text(text));
}

void PageWriter::put_json(std::string_view place, std::string_view json) {
  until(place);
  for (std::size_t end = json.find('<'); end != std::string_view::npos; end = json.find('<')) {
    output_.text(json.substr(0, end));
    output_.text("\\u003c");
    json.remove_prefix(end + 1);
  }
  output_.text(json);
}

void PageWriter::put_style() {
  until("style");
  output_.text(page_css);
}

void PageWriter::put_script() {
  until("script");
  output_.text(page_js);
}

void PageWriter::close() { output_.text(rest_); }

}  // namespace layoutq
