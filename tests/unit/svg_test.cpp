#include "cmd/picture/svg.h"

#include <doctest/doctest.h>

namespace layoutq {

TEST_CASE("nothing in a text is markup") {
  CHECK(xml_text("#ttg.blocked<{order = [1, 0]}>") == "#ttg.blocked&lt;{order = [1, 0]}&gt;");
  CHECK(xml_text("</title><script>alert(\"1\" & '2')</script>") ==
        "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
  CHECK(xml_text("]]>") == "]]&gt;");
  CHECK(xml_text("").empty());
}

TEST_CASE("what XML has no characters for is replaced") {
  CHECK(xml_text("gr\xc3\xbc\xc3\x9f") == "gr\xc3\xbc\xc3\x9f");
  CHECK(xml_text(std::string_view("a\0b\x1b[0m", 7)) ==
        "a\xef\xbf\xbd"
        "b\xef\xbf\xbd[0m");
  CHECK(xml_text("\xff\xc3") == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(xml_text("a\tb\nc") == "a\tb\nc");
  // Noncharacters.
  CHECK(xml_text("\xef\xbf\xbe\xef\xbf\xbf") == "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_CASE("a number is filled by its colour, or by its texture") {
  CHECK(fill_of(0) == "#8899dd");
  CHECK(fill_of(9) == "url(#look9)");
  CHECK(fill_of(different_looks) == "#8899dd");
  CHECK(fill_of(different_looks + 9) == "url(#look9)");
}

}  // namespace layoutq
