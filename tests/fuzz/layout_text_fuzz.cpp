#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "core/kinds/limits.h"
#include "core/layout/owners.h"
#include "core/text/dump.h"

/// Any bytes, read as a layout, as a tensor's type and as a dump (libFuzzer). Whatever is read must
/// print as text that reads as the same, and be built so that places and owners agree.
namespace layoutq {

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// Whether `part` lies in `text`, or is empty.
bool is_part(std::string_view part, std::string_view text) {
  return part.empty() ||
         (text.data() <= part.data() && part.data() + part.size() <= text.data() + text.size());
}

void check_place(const Layout& layout, const Place& place) {
  const Coordinate element = layout.coordinate(place);
  Region region = layout.everything();
  for (int d = 0; d < layout.rank(); ++d) {
    require(0 <= element[d] && element[d] < layout.shape()[d], "an element lies in the shape");
    region.box[static_cast<std::size_t>(d)] = {element[d], element[d] + 1};
  }
  region.block = {place.block, place.block + 1};
  region.warp = {place.warp, place.warp + 1};
  region.lane = {place.lane, place.lane + 1};
  region.reg = {place.reg, place.reg + 1};
  require(layout.meets(region), "the layout meets the place at its element");
  // There may be far more owners than can be listed.
  constexpr Int most_listed_owners = 64;
  const Int holders = layout.holders(element);
  bool found = false;
  Int listed = 0;
  for (Owners owners = layout.owners(element); owners && listed < most_listed_owners;
       owners.next(), ++listed) {
    require(layout.coordinate(*owners) == element, "an owner holds its element");
    found = found || *owners == place;
  }
  require(listed == std::min(holders, most_listed_owners), "there are as many owners as holders");
  require(found || listed < holders, "the owners have the place among them");
}

void check_layout(const Description& description) {
  json_text(description);
  const std::string printed = mlir_text(description);
  if (check(description)) return;
  const auto again = read_layout_text(printed);
  require(std::holds_alternative<Description>(again), "what is printed can be read");
  require(mlir_text(std::get<Description>(again)) == printed, "what is read prints the same");

  const Shape shape = covered_shape(description);
  if (check(description, shape)) return;
  const Layout layout = build(description, shape);
  for (Int part = 0; part < 4; ++part) {
    const auto at = [&](Int count) { return (count - 1) / 3 * part + (count - 1) % 3 * part / 3; };
    check_place(layout, {at(layout.blocks()), at(layout.warps()), at(layout.lanes()),
                         at(layout.registers())});
  }
}

void check_problem(const TextProblem& problem, std::string_view text) {
  require(problem.at <= text.size(), "a problem lies in the text");
  require(!problem.reason.empty(), "a problem has a reason");
}

void check_type(const TensorType& type, std::string_view text) {
  require(type.shape.rank() > 0, "a tensor has dimensions");
  require(is_part(type.element, text), "an element's type is a part of the text");
  require(is_part(type.layout_text, text), "a layout's text is a part of the text");
  require(type.layout.has_value() == !type.layout_text.empty(), "a layout has a text");
  if (type.layout && !check(*type.layout) && !check(*type.layout, type.shape)) {
    const Layout layout = build(*type.layout, type.shape);
    check_place(layout, {});
  }
}

void check_dump(std::string_view text) {
  const Dump dump = read_dump(text);
  require(!dump.modules.empty(), "a dump is of some module");
  for (const DumpLayout& layout : dump.layouts) {
    require(is_part(layout.name, text) && is_part(layout.text, text), "names are of the text");
    require(layout.module < dump.modules.size(), "a layout has a module");
    require(layout.shapes.size() <= layout.types.size(), "shapes are of types");
    require(!layout.layout || !layout.problem, "a layout that is read has no problem");
    if (layout.problem) check_problem(*layout.problem, layout.text);
    if (layout.layout) check_layout(*layout.layout);
    if (!layout.name.empty()) require(dump.find(layout.name) != nullptr, "a name is found");
  }
  for (const DumpConversion& conversion : dump.conversions) {
    if (conversion.from) check_type(*conversion.from, text);
    if (conversion.to) check_type(*conversion.to, text);
  }
}

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace layoutq;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto layout = read_layout_text(text);
  if (const auto* description = std::get_if<Description>(&layout)) {
    check_layout(*description);
  } else {
    check_problem(std::get<TextProblem>(layout), text);
  }
  const auto type = read_tensor_type(text);
  if (const auto* read = std::get_if<TensorType>(&type)) {
    check_type(*read, text);
  } else {
    check_problem(std::get<TextProblem>(type), text);
  }
  check_dump(text);
  return 0;
}
