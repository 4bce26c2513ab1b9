#include "cmd/report/derivation.h"

#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "cmd/report/caption.h"

namespace layoutq {

namespace {

/// "dim1", or for a dimension that a slice dropped "dropped".
std::string name_of_axis(const Layout& layout, std::size_t axis) {
  const int d = layout.dimension(axis);
  return d < 0 ? "dropped" : fmt::format("dim{}", d);
}

/// "1·4 (dim0) + 1·1 (dim1)": a part of all axes, each times what it adds to its number. Axes along
/// which the part has only one value are left out.
std::string sum_of(const Layout& layout, const Splits& splits, Int Split::*part,
                   Int Axis::*values) {
  const Splits weights = layout.weights(splits);
  std::vector<std::string> terms;
  for (auto at = layout.order().rbegin(); at != layout.order().rend(); ++at) {
    const std::size_t a = *at;
    if (layout.axes()[a].*values == 1) continue;
    terms.push_back(
        fmt::format("{}*{} ({})", splits[a].*part, weights[a].*part, name_of_axis(layout, a)));
  }
  return terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " + "));
}

std::string warp_sum(const Layout& layout, const Splits& splits) {
  return sum_of(layout, splits, &Split::warp, &Axis::warps);
}

std::string lane_sum(const Layout& layout, const Splits& splits) {
  return sum_of(layout, splits, &Split::lane, &Axis::lanes);
}

std::string register_sum(const Layout& layout, const Splits& splits) {
  return fmt::format("repetition {} + element {}",
                     sum_of(layout, splits, &Split::repetition, &Axis::repetitions),
                     sum_of(layout, splits, &Split::element, &Axis::elements));
}

}  // namespace

void derive_place(Output* output, const Layout& layout, const Place& place) {
  const Splits splits = layout.split(place);
  const Coordinate coordinate = layout.coordinate(place);
  for (std::size_t a = 0; a < layout.axes().size(); ++a) {
    const Axis& axis = layout.axes()[a];
    const Split& split = splits[a];
    const int d = layout.dimension(a);
    const Int position = axis.position(split);
    std::string left;
    if (d < 0) {
      left = fmt::format("any {}", position);  // every position of a dropped dimension is a copy
    } else if (position == coordinate[d]) {
      left = fmt::format("{}", position);
    } else {
      left = fmt::format("{} + {}*{} = {}", coordinate[d], position / axis.extent, axis.extent,
                         position);
    }
    output->print("  {}: {} = repetition {}*{} + warp {}*{} + lane {}*{} + element {}\n",
                  name_of_axis(layout, a), left, split.repetition, axis.tile(), split.warp,
                  axis.warp_step(), split.lane, axis.lane_step(), split.element);
  }
  output->print("  warp {} = {}\n", place.warp, warp_sum(layout, splits));
  output->print("  lane {} = {}\n", place.lane, lane_sum(layout, splits));
  output->print("  register {} = {}\n", place.reg, register_sum(layout, splits));
}

void derive_thread(Output* output, const Layout& layout, Int warp, Int lane, Range registers) {
  const Splits thread = layout.split({warp, lane, 0});
  output->print("warp {} = {}\n", warp, warp_sum(layout, thread));
  output->print("lane {} = {}\n", lane, lane_sum(layout, thread));
  for (std::size_t a = 0; a < layout.axes().size(); ++a) {
    if (layout.axes()[a].dropped) continue;
    const Axis& axis = layout.axes()[a];
    output->print("  {}: begins at warp {}*{} + lane {}*{} = {}\n", name_of_axis(layout, a),
                  thread[a].warp, axis.warp_step(), thread[a].lane, axis.lane_step(),
                  axis.position(thread[a]));
  }
  for (Int reg = registers.low; reg < registers.high; ++reg) {
    const Place place{warp, lane, reg};
    const Splits splits = layout.split(place);
    output->print("register {} = {}\n", reg, register_sum(layout, splits));
    for (std::size_t a = 0; a < layout.axes().size(); ++a) {
      const Axis& axis = layout.axes()[a];
      if (axis.dropped) continue;
      const Int position = axis.position(splits[a]);
      output->print("  {}: {} + repetition {}*{} + element {} = {}", name_of_axis(layout, a),
                    axis.position(thread[a]), splits[a].repetition, axis.tile(), splits[a].element,
                    position);
      if (position >= axis.extent)
        output->print(", mod {} = {}", axis.extent, position % axis.extent);
      output->character('\n');
    }
    output->print("  holds {}\n", in_parentheses(layout.coordinate(place)));
  }
}

}  // namespace layoutq
