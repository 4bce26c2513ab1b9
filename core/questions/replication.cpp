#include "core/questions/replication.h"

#include <algorithm>
#include <bit>

namespace layoutq {

namespace {

Int fewest_copies(const TiledLayout& layout) {
  Int copies = 1;
  for (const Axis& axis : layout.axes()) copies *= axis.places() / axis.extent;
  return copies;
}

Int most_copies(const TiledLayout& layout) {
  Int copies = 1;
  for (const Axis& axis : layout.axes()) copies *= ceil_div(axis.places(), axis.extent);
  return copies;
}

Int most_threads(const TiledLayout& layout) {
  Int threads = 1;
  for (const Axis& axis : layout.axes()) {
    threads *= std::min(ceil_div(axis.places(), axis.extent), axis.lanes * axis.warps);
  }
  return threads;
}

// By bases, all elements have the same number of copies: one for each vector of the kernel.
Int fewest_copies(const LinearLayout& layout) { return Int{1} << layout.kernel().size(); }
Int most_copies(const LinearLayout& layout) { return fewest_copies(layout); }

Int copies_in(const TiledLayout& layout, Index index) {
  Int copies = 1;
  for (const Axis& axis : layout.axes()) {
    if (axis.repetitions > 1) continue;
    // The positions of the origin are the multiples of the extent. Counts how many lie in one lane,
    // how many lanes of one warp have any, and how many warps do.
    switch (index) {
      case Index::block:
        break;
      case Index::reg:
        copies *= ceil_div(axis.elements_in(0), axis.extent);
        break;
      case Index::lane:
        copies *= std::min(axis.lanes, ceil_div(axis.warp_step(), axis.extent));
        break;
      case Index::warp:
        copies *= std::min(axis.warps, ceil_div(axis.tile(), axis.extent));
        break;
    }
  }
  return copies;
}

Int copies_in(const LinearLayout& layout, Index index) {
  const Bits bits = bits_below(layout.bits_of(index)) << layout.shift_of(index);
  const auto leading_here = [&](Bits vector) { return (std::bit_floor(vector) & bits) != 0; };
  return Int{1} << std::count_if(layout.kernel().begin(), layout.kernel().end(), leading_here);
}

Int most_threads(const LinearLayout& layout) {
  return copies_in(layout, Index::block) * copies_in(layout, Index::warp) *
         copies_in(layout, Index::lane);
}

}  // namespace

Int copies_min(const Layout& layout) {
  return layout.visit([](const auto& arithmetic) { return fewest_copies(arithmetic); });
}

Int copies_max(const Layout& layout) {
  return layout.visit([](const auto& arithmetic) { return most_copies(arithmetic); });
}

Int copies(const Layout& layout, Index index) {
  return layout.visit([&](const auto& arithmetic) { return copies_in(arithmetic, index); });
}

Int threads_per_element(const Layout& layout) {
  return layout.visit([](const auto& arithmetic) { return most_threads(arithmetic); });
}

Replication replication(const Layout& layout) {
  Replication answer;
  answer.registers_per_thread = layout.registers();
  answer.threads = layout.blocks() * layout.threads();
  answer.elements = layout.elements();
  answer.copies_min = copies_min(layout);
  answer.copies_max = copies_max(layout);
  const auto places = static_cast<double>(answer.threads * answer.registers_per_thread);
  answer.redundant = 1 - static_cast<double>(answer.elements) / places;
  if (answer.copies_min == answer.copies_max) {
    answer.blocks = copies(layout, Index::block);
    answer.warps = copies(layout, Index::warp);
    answer.lanes = copies(layout, Index::lane);
    answer.registers = copies(layout, Index::reg);
    if (answer.blocks * answer.warps * answer.lanes * answer.registers != answer.copies_max) {
      answer.blocks = answer.warps = answer.lanes = answer.registers = 0;
    }
  }
  return answer;
}

}  // namespace layoutq
