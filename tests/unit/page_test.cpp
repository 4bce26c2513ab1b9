#include "cmd/picture/page.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cmd/picture/picture.h"

namespace layoutq {

namespace {

/// All that a function writes to an output.
template <class Write>
std::string written(Write write) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("layoutq_page_test_" + std::to_string(::getpid()));
  {
    Output output(path);
    write(&output);
    output.finish();
  }
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::filesystem::remove(path);
  return text;
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++times;
  }
  return times;
}

const std::string hostile = "</script></style><script>alert(\"1\" & '2')</script>{{data}}<!--";

Picture picture() {
  return {.caption = hostile,
          .notes = {hostile},
          .panels = {{.heading = hostile,
                      .width = 10,
                      .height = 10,
                      .draw = [](Svg* svg) { svg->text(0, 0, hostile); }}},
          .legend = {filled_entry(hostile, "#fff")},
          .page = "{\"kind\": \"cells\", \"x\": \"</script><!--\"}"};
}

}  // namespace

TEST_CASE("whatever its texts are, a page has its own two scripts and one style sheet") {
  const std::string page =
      written([](Output* output) { write_picture(output, Format::html, picture()); });
  CHECK(count(page, "<script") == 2);
  CHECK(count(page, "</script") == 2);
  CHECK(count(page, "</style") == 1);
  CHECK(count(page, "<!--") == 0);
  CHECK(count(page, "alert(&quot;1&quot; &amp; &#39;2&#39;)") == 6);
  CHECK(count(page, "\\u003c/script>\\u003c!--") == 1);
}

TEST_CASE("whatever its texts are, a picture has no script") {
  const std::string svg =
      written([](Output* output) { write_picture(output, Format::svg, picture()); });
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(count(svg, "<script") == 0);
  CHECK(count(svg, "<!--") == 0);
  CHECK(count(svg, "&lt;/script&gt;&lt;/style&gt;") > 0);
}

TEST_CASE("a page's own files have their places, and no other ones") {
  const std::string page = written(
      [](Output* output) { write_picture(output, Format::html, {.caption = "x", .page = "{}"}); });
  CHECK(count(page, "{{") == 0);
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.ends_with("</html>\n"));
}

}  // namespace layoutq
