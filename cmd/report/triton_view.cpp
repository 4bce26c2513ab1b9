#include "cmd/report/triton_view.h"

#include <string>

#include "core/layout/owners.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

/// The places of the tensor view, all as wide as the widest one.
class Cells {
 public:
  explicit Cells(const Layout& layout)
      : layout_(layout),
        width_(text({layout.blocks() - 1, layout.warps() - 1, layout.lanes() - 1,
                     layout.registers() - 1})
                   .size()) {}

  void write(Output* output, const Coordinate& element) const {
    bool first = true;
    for (Owners owners = layout_.owners(element); owners; owners.next()) {
      if (!first) output->character('|');
      first = false;
      output->padded(text(*owners), width_);
    }
  }

 private:
  std::string text(const Place& place) const {
    std::string text = fmt::format("T{}:{}", layout_.thread(place), place.reg);
    return layout_.blocks() > 1 ? fmt::format("B{}:{}", place.block, text) : text;
  }

  const Layout& layout_;
  std::size_t width_;
};

/// Moves to the next coordinate in row-major order. Returns the number of dimensions that restarted
/// at 0; all of them after the last coordinate.
int advance(const Shape& shape, Coordinate* at) {
  for (int d = shape.rank() - 1; d >= 0; --d) {
    if (++(*at)[d] < shape[d]) return shape.rank() - 1 - d;
    (*at)[d] = 0;
  }
  return shape.rank();
}

}  // namespace

void write_triton_tensor(Output* output, const Layout& layout) {
  const int rank = layout.rank();
  const Cells cells(layout);
  Coordinate at(rank, 0);
  output->text(std::string(static_cast<std::size_t>(rank), '['));
  for (;;) {
    cells.write(output, at);
    const int closed = advance(layout.shape(), &at);
    if (closed == 0) {
      output->text(", ");
      continue;
    }
    output->text(std::string(static_cast<std::size_t>(closed), ']'));
    output->character('\n');
    if (closed == rank) return;
    output->text(std::string(static_cast<std::size_t>(closed), '['));
    output->text(std::string(static_cast<std::size_t>(rank - closed), ' '));
  }
}

void write_triton_hardware(Output* output, const Layout& layout) {
  Place place;
  for (place.block = 0; place.block < layout.blocks(); ++place.block) {
    if (layout.blocks() > 1) output->print("Block{}:\n", place.block);
    for (place.warp = 0; place.warp < layout.warps(); ++place.warp) {
      output->print("Warp{}:\n", place.warp);
      for (place.reg = 0; place.reg < layout.registers(); ++place.reg) {
        for (place.lane = 0; place.lane < layout.lanes(); ++place.lane) {
          output->text(place.lane == 0 ? "(" : ", (");
          const Coordinate element = layout.coordinate(place);
          for (int d = 0; d < element.rank(); ++d) {
            if (d > 0) output->character(',');
            output->padded(fmt::format_int(element[d]).str(), digits(layout.shape()[d] - 1));
          }
          output->character(')');
        }
        output->character('\n');
      }
    }
  }
}

}  // namespace layoutq
