#include <algorithm>

#include "core/kernel/describe.h"
#include "core/questions/conversion.h"
#include "core/questions/reduction.h"

/// Operations by which threads exchange what they hold in registers.
namespace layoutq {

void describe_conversion(Describer* describer, InspectedOperation* row) {
  const RegisterLayout& to = describer->layouts.registers(row->other_type);
  if (to.problem) {
    row->notes.push_back(*to.problem);
    return;
  }
  const Layout& from = *describer->layouts.registers(row->type).layout;
  if (!(from.shape() == to.layout->shape()) || from.lanes() != to.layout->lanes() ||
      from.warps() != to.layout->warps() || from.blocks() != to.layout->blocks()) {
    row->notes.push_back(not_modelled(Gap::threads));
    return;
  }
  row->moves = conversion(from, *to.layout)->moves;
  row->cross_warp = row->moves == Moves::shared;
}

void describe_reduction(Describer* describer, InspectedOperation* row) {
  const Layout& layout = *describer->layouts.registers(row->type).layout;
  const int axis = row->operation->attributes.axis;
  if (axis < 0 || axis >= layout.rank()) {
    row->notes.push_back(not_modelled(Gap::axis));
    return;
  }
  const Reduction cost = reduction(layout, axis);
  row->cross_warp = cost.cross_warp;
  row->moves = cost.cross_warp      ? Moves::shared
               : cost.lanes > 1     ? Moves::shuffle
               : cost.in_thread > 1 ? Moves::registers
                                    : Moves::none;
  if (row->kind == RowKind::scan) return;
  // A value of 64 bits takes two shuffles, and each of several operands takes its own.
  constexpr int shuffle_bits = 32;
  Int words = 0;
  for (int operand : row->operation->operand_types) {
    words += std::max(1, (describer->type(operand).bits + shuffle_bits - 1) / shuffle_bits);
  }
  row->shuffles = cost.shuffles * words;
}

}  // namespace layoutq
