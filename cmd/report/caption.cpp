#include "cmd/report/caption.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/layout/text.h"

namespace layoutq {

std::string caption(const Subject& subject) {
  const Blocked& blocked = innermost(subject.description);
  std::string text = fmt::format(
      "blocked: spt {}, tpw {}, wpc {}, order {}", to_text(blocked.size_per_thread),
      to_text(blocked.threads_per_warp), to_text(blocked.warps_per_cta), to_text(blocked.order));
  const Dims left = innermost_dimensions(subject.description);
  std::vector<int> dropped;
  for (int d = 0; d < blocked.rank(); ++d) {
    if (std::find(left.begin(), left.end(), d) == left.end()) dropped.push_back(d);
  }
  if (!dropped.empty()) {
    text = fmt::format("slice without dimension{} {} of {}", dropped.size() == 1 ? "" : "s",
                       fmt::join(dropped, " and "), text);
  }
  return fmt::format("{}; shape {}", text, to_text(subject.shape));
}

std::string to_json(const Dims& dims) { return fmt::format("[{}]", fmt::join(dims, ", ")); }

std::string to_json(const Description& description) {
  if (const auto* slice = std::get_if<Slice>(&description.kind)) {
    return fmt::format(R"({{"kind": "slice", "dim": {}, "parent": {}}})", slice->dim,
                       to_json(*slice->parent));
  }
  const auto& blocked = std::get<Blocked>(description.kind);
  return fmt::format(
      R"({{"kind": "blocked", "size_per_thread": {}, "threads_per_warp": {}, "warps_per_cta": {}, "order": {}}})",
      to_json(blocked.size_per_thread), to_json(blocked.threads_per_warp),
      to_json(blocked.warps_per_cta), to_json(blocked.order));
}

std::string in_parentheses(const Coordinate& coordinate) {
  return fmt::format("({})", to_text(coordinate));
}

}  // namespace layoutq
