#pragma once

#include <string>
#include <string_view>

#include "cmd/report/output.h"

namespace layoutq {

/// Writes cmd/picture/page/page.html: what stands between its {{places}}, and at each of them, in
/// their order, what belongs there.
class PageWriter {
 public:
  explicit PageWriter(Output* output);

  /// Writes the page up to the place of that name, the next one.
  void until(std::string_view place);
  /// And the text there, in which nothing is markup.
  void put(std::string_view place, std::string_view text);
  /// And JSON in a script, which nothing in it ends.
  void put_json(std::string_view place, std::string_view json);
  /// And the page's own style sheet, or script.
  void put_style();
  void put_script();
  /// The rest of the page.
  void close();

  Output& output() { return output_; }

 private:
  Output& output_;
  std::string_view rest_;
};

}  // namespace layoutq
