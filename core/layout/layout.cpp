#include "core/layout/layout.h"

#include <utility>

namespace layoutq {

Layout::Layout(TiledLayout layout) : arithmetic_(std::move(layout)) { take_sizes(); }

Layout::Layout(LinearLayout layout) : arithmetic_(std::move(layout)) { take_sizes(); }

void Layout::take_sizes() {
  visit([&](const auto& layout) {
    shape_ = layout.shape();
    registers_ = layout.registers();
    lanes_ = layout.lanes();
    warps_ = layout.warps();
    blocks_ = layout.blocks();
  });
}

Int Layout::elements() const {
  Int elements = 1;
  for (Int extent : shape_) elements *= extent;
  return elements;
}

Region Layout::everything() const {
  Region all{{0, blocks_}, {0, warps_}, {0, lanes_}, {0, registers_}, {}};
  for (int d = 0; d < rank(); ++d) all.box[static_cast<std::size_t>(d)] = {0, shape_[d]};
  return all;
}

Int Layout::holders(const Coordinate& coordinate) const {
  return visit([&](const auto& layout) { return layout.holders(coordinate); });
}

Int Layout::repetitions() const {
  return visit([](const auto& layout) { return layout.repetitions(); });
}

Range Layout::repetition(Int i) const {
  return visit([&](const auto& layout) { return layout.repetition(i); });
}

Int Layout::distinct_registers() const {
  return visit([](const auto& layout) { return layout.distinct_registers(); });
}

Int Layout::distinct_register(Int i) const {
  return visit([&](const auto& layout) { return layout.distinct_register(i); });
}

Layout Layout::without(int d) const {
  return visit([&](const auto& layout) { return Layout(layout.without(d)); });
}

std::optional<LinearLayout> Layout::linear() const {
  if (const TiledLayout* layout = tiled()) return layout->linear();
  return *std::get_if<LinearLayout>(&arithmetic_);
}

}  // namespace layoutq
