#pragma once

#include <string>
#include <string_view>

#include "cmd/report/output.h"

namespace layoutq {

/// Writes cmd/picture/page/page.html, a template with {{placeholders}}. The caller fills the
/// placeholders in the order in which they stand in the template.
class PageWriter {
 public:
  explicit PageWriter(Output* output);

  /// Writes the template up to the next placeholder, which must have this name.
  void until(std::string_view place);
  /// Does the same, then writes the text, escaped so that nothing in it is markup.
  void put(std::string_view place, std::string_view text);
  /// Does the same, then writes JSON, escaped so that nothing in it ends the script element.
  void put_json(std::string_view place, std::string_view json);
  /// Does the same, then writes the page's own style sheet or script.
  void put_style();
  void put_script();
  /// Writes the rest of the template.
  void close();

  Output& output() { return output_; }

 private:
  Output& output_;
  std::string_view rest_;
};

}  // namespace layoutq
