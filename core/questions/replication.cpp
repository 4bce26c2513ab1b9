#include "core/questions/replication.h"

namespace layoutq {

Replication replication(const Layout& layout) {
  Replication answer;
  answer.registers_per_thread = layout.registers();
  answer.threads = layout.threads();
  answer.elements = layout.elements();
  answer.copies_min = layout.copies_min();
  answer.copies_max = layout.copies_max();
  const auto places = static_cast<double>(layout.threads() * layout.registers());
  answer.redundant = 1 - static_cast<double>(answer.elements) / places;
  if (answer.copies_min == answer.copies_max) {
    answer.warps = layout.copies(Index::warp);
    answer.lanes = layout.copies(Index::lane);
    answer.registers = layout.copies(Index::reg);
    if (answer.warps * answer.lanes * answer.registers != answer.copies_max) {
      answer.warps = answer.lanes = answer.registers = 0;
    }
  }
  return answer;
}

std::vector<Tiling> tilings(const Layout& layout) {
  std::vector<Tiling> tilings;
  for (const Axis& axis : layout.axes()) {
    if (axis.dropped) continue;
    tilings.push_back({.shape = axis.extent,
                       .size_per_thread = axis.elements,
                       .threads_per_warp = axis.lanes,
                       .warps_per_cta = axis.warps,
                       .tile = axis.tile(),
                       .reps = axis.repetitions,
                       .registers = axis.registers(),
                       .copies = ceil_div(axis.places(), axis.extent)});
  }
  return tilings;
}

}  // namespace layoutq
