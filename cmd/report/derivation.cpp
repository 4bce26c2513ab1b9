#include "cmd/report/derivation.h"

#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "cmd/report/caption.h"

namespace layoutq {

namespace {

/// Returns "dim1", or "dropped" for a dimension that a slice dropped.
std::string name_of_axis(const TiledLayout& layout, std::size_t axis) {
  const int d = layout.dimension(axis);
  return d < 0 ? "dropped" : fmt::format("dim{}", d);
}

/// Formats a part along all axes, each times its weight: "1·4 (dim0) + 1·1 (dim1)". Omits axes
/// along which the part has only one value.
std::string sum_of(const TiledLayout& layout, const Splits& splits, Int Split::*part,
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

std::string warp_sum(const TiledLayout& layout, const Splits& splits) {
  return sum_of(layout, splits, &Split::warp, &Axis::warps);
}

std::string lane_sum(const TiledLayout& layout, const Splits& splits) {
  return sum_of(layout, splits, &Split::lane, &Axis::lanes);
}

std::string register_sum(const TiledLayout& layout, const Splits& splits) {
  return fmt::format("repetition {} + element {}",
                     sum_of(layout, splits, &Split::repetition, &Axis::repetitions),
                     sum_of(layout, splits, &Split::element, &Axis::elements));
}

void derive_place(Output* output, const TiledLayout& layout, const Place& place) {
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

void derive_thread(Output* output, const TiledLayout& layout, const Place& first, Range registers) {
  const Splits thread = layout.split(first);
  output->print("warp {} = {}\n", first.warp, warp_sum(layout, thread));
  output->print("lane {} = {}\n", first.lane, lane_sum(layout, thread));
  for (std::size_t a = 0; a < layout.axes().size(); ++a) {
    if (layout.axes()[a].dropped) continue;
    const Axis& axis = layout.axes()[a];
    output->print("  {}: begins at warp {}*{} + lane {}*{} = {}\n", name_of_axis(layout, a),
                  thread[a].warp, axis.warp_step(), thread[a].lane, axis.lane_step(),
                  axis.position(thread[a]));
  }
  for (Int reg = registers.low; reg < registers.high; ++reg) {
    const Place place{0, first.warp, first.lane, reg};
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

/// Formats the bits of an index that are set, and their bases: "4 + 1: (2,0) xor (0,2)".
std::string bits_and_bases(const LinearLayout& layout, Index index, Int value) {
  std::vector<std::string> bits;
  std::vector<std::string> bases;
  for (int i = layout.bits_of(index); i-- > 0;) {
    if ((value >> i & 1) == 0) continue;
    bits.push_back(fmt::format("{}", Int{1} << i));
    bases.push_back(in_parentheses(layout.coordinate(layout.basis(layout.shift_of(index) + i))));
  }
  return bits.empty() ? "0: moves nothing"
                      : fmt::format("{}: {}", fmt::join(bits, " + "), fmt::join(bases, " xor "));
}

void derive_place(Output* output, const LinearLayout& layout, const Place& place) {
  std::vector<std::string> moved;
  const auto line = [&](std::string_view name, Index index, Int Place::*value) {
    Place alone;
    alone.*value = place.*value;
    output->print("  {} {} = {}\n", name, place.*value,
                  bits_and_bases(layout, index, place.*value));
    moved.push_back(in_parentheses(layout.coordinate(alone)));
  };
  if (layout.blocks() > 1) line("block", Index::block, &Place::block);
  line("warp", Index::warp, &Place::warp);
  line("lane", Index::lane, &Place::lane);
  line("register", Index::reg, &Place::reg);
  output->print("  {} = {}\n", fmt::join(moved, " xor "), in_parentheses(layout.coordinate(place)));
}

void derive_thread(Output* output, const LinearLayout& layout, const Place& thread,
                   Range registers) {
  if (layout.blocks() > 1) {
    output->print("block {} = {}\n", thread.block,
                  bits_and_bases(layout, Index::block, thread.block));
  }
  output->print("warp {} = {}\n", thread.warp, bits_and_bases(layout, Index::warp, thread.warp));
  output->print("lane {} = {}\n", thread.lane, bits_and_bases(layout, Index::lane, thread.lane));
  const std::string start = in_parentheses(layout.coordinate(thread));
  output->print("  together {}\n", start);
  for (Int reg = registers.low; reg < registers.high; ++reg) {
    Place place = thread;
    place.reg = reg;
    output->print("register {} = {}\n  holds {} xor {} = {}\n", reg,
                  bits_and_bases(layout, Index::reg, reg), start,
                  in_parentheses(layout.coordinate(Place{.reg = reg})),
                  in_parentheses(layout.coordinate(place)));
  }
}

std::string numbers_json(const TiledLayout& layout, const Splits& splits, Int Split::*part) {
  std::vector<Int> numbers;
  for (std::size_t a = 0; a < layout.axes().size(); ++a) numbers.push_back(splits[a].*part);
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string arithmetic_json(const TiledLayout& layout) {
  std::vector<std::string> axes;
  for (std::size_t a = 0; a < layout.axes().size(); ++a) {
    const Axis& axis = layout.axes()[a];
    axes.push_back(
        fmt::format("{{\"name\": \"{}\", \"dimension\": {}, \"extent\": {}, \"tile\": {}, "
                    "\"warpStep\": {}, \"laneStep\": {}}}",
                    name_of_axis(layout, a), layout.dimension(a), axis.extent, axis.tile(),
                    axis.warp_step(), axis.lane_step()));
  }
  std::vector<std::string> warps;
  for (Int warp = 0; warp < layout.warps(); ++warp) {
    const Splits splits = layout.split(Place{.warp = warp});
    warps.push_back(fmt::format("{{\"sum\": \"{}\", \"parts\": {}}}", warp_sum(layout, splits),
                                numbers_json(layout, splits, &Split::warp)));
  }
  std::vector<std::string> lanes;
  for (Int lane = 0; lane < layout.lanes(); ++lane) {
    const Splits splits = layout.split(Place{.lane = lane});
    lanes.push_back(fmt::format("{{\"sum\": \"{}\", \"parts\": {}}}", lane_sum(layout, splits),
                                numbers_json(layout, splits, &Split::lane)));
  }
  std::vector<std::string> registers;
  for (Int reg = 0; reg < layout.registers(); ++reg) {
    const Splits splits = layout.split(Place{.reg = reg});
    registers.push_back(fmt::format("{{\"sum\": \"{}\", \"repetitions\": {}, \"elements\": {}}}",
                                    register_sum(layout, splits),
                                    numbers_json(layout, splits, &Split::repetition),
                                    numbers_json(layout, splits, &Split::element)));
  }
  return fmt::format("{{\"axes\": [{}], \"warp\": [{}], \"lane\": [{}], \"register\": [{}]}}",
                     fmt::join(axes, ", "), fmt::join(warps, ", "), fmt::join(lanes, ", "),
                     fmt::join(registers, ", "));
}

std::string arithmetic_json(const LinearLayout& layout) {
  return fmt::format(
      "{{\"bases\": {{\"block\": {}, \"warp\": {}, \"lane\": {}, \"register\": {}}}}}",
      bases_json(layout, Index::block), bases_json(layout, Index::warp),
      bases_json(layout, Index::lane), bases_json(layout, Index::reg));
}

}  // namespace

std::string bases_json(const LinearLayout& layout, Index index) {
  std::vector<std::string> bases;
  for (int i = 0; i < layout.bits_of(index); ++i) {
    bases.push_back(to_json(layout.coordinate(layout.basis(layout.shift_of(index) + i))));
  }
  return fmt::format("[{}]", fmt::join(bases, ", "));
}

std::string derivation_json(const Layout& layout) {
  return layout.visit([](const auto& arithmetic) { return arithmetic_json(arithmetic); });
}

void derive_place(Output* output, const Layout& layout, const Place& place) {
  layout.visit([&](const auto& arithmetic) { derive_place(output, arithmetic, place); });
}

void derive_thread(Output* output, const Layout& layout, const Place& thread, Range registers) {
  layout.visit(
      [&](const auto& arithmetic) { derive_thread(output, arithmetic, thread, registers); });
}

}  // namespace layoutq
