#include "core/questions/replication.h"

namespace layoutq {

Replication replication(const Layout& layout) {
  Replication answer;
  answer.registers_per_thread = layout.registers();
  answer.threads = layout.blocks() * layout.threads();
  answer.elements = layout.elements();
  answer.copies_min = layout.copies_min();
  answer.copies_max = layout.copies_max();
  const auto places = static_cast<double>(answer.threads * answer.registers_per_thread);
  answer.redundant = 1 - static_cast<double>(answer.elements) / places;
  if (answer.copies_min == answer.copies_max) {
    answer.blocks = layout.copies(Index::block);
    answer.warps = layout.copies(Index::warp);
    answer.lanes = layout.copies(Index::lane);
    answer.registers = layout.copies(Index::reg);
    if (answer.blocks * answer.warps * answer.lanes * answer.registers != answer.copies_max) {
      answer.blocks = answer.warps = answer.lanes = answer.registers = 0;
    }
  }
  return answer;
}

}  // namespace layoutq
