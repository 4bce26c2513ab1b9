#include "cmd/report/caption.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/kinds/description.h"
#include "core/layout/text.h"
#include "core/text/layout_text.h"

namespace layoutq {

namespace {

/// Describes a blocked layout, or a slice of one, in a few words.
std::string blocked_caption(const Description& description, const Blocked& blocked) {
  const std::string text = fmt::format(
      "blocked: spt {}, tpw {}, wpc {}, order {}", to_text(blocked.size_per_thread),
      to_text(blocked.threads_per_warp), to_text(blocked.warps_per_cta), to_text(blocked.order));
  const Dims left = innermost_dimensions(description);
  std::vector<int> dropped;
  for (int d = 0; d < blocked.rank(); ++d) {
    if (std::find(left.begin(), left.end(), d) == left.end()) dropped.push_back(d);
  }
  if (dropped.empty()) return text;
  return fmt::format("slice without dimension{} {} of {}", dropped.size() == 1 ? "" : "s",
                     fmt::join(dropped, " and "), text);
}

}  // namespace

std::string caption(const Description& description, const Shape& shape) {
  const auto* blocked = std::get_if<Blocked>(&innermost(description).kind);
  const bool in_words = blocked != nullptr && blocked->cga_layout.empty();
  return fmt::format("{}; shape {}",
                     in_words ? blocked_caption(description, *blocked) : mlir_text(description),
                     to_text(shape));
}

std::string caption(const SharedDescription& description, const Shape& shape) {
  return fmt::format("{}; shape {}", mlir_text(description), to_text(shape));
}

Heading heading_of(const SharedDescription& description, const Shape& shape) {
  return {caption(description, shape),
          {{"layout", json_text(description)}, {"shape", to_json(shape)}}};
}

Heading heading_of(const Description& description, const Shape& shape) {
  return {caption(description, shape),
          {{"layout", json_text(description)}, {"shape", to_json(shape)}},
          refused_by_triton(description, shape)};
}

std::string to_json(const Dims& dims) { return fmt::format("[{}]", fmt::join(dims, ", ")); }

std::string in_parentheses(const Coordinate& coordinate) {
  return fmt::format("({})", to_text(coordinate));
}

}  // namespace layoutq
