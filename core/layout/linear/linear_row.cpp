#include "core/layout/linear/linear_row.h"

#include <algorithm>

namespace layoutq {

LinearRow::LinearRow(const LinearLayout& layout, const Coordinate& coordinate)
    : layout_(&layout), start_{.element = coordinate, .element_step = 1, .length = 1} {
  const int last = layout.shape().rank() - 1;
  start_.dimension = last;
  start_.element[last] = 0;
  leading_ = layout.first_place(layout.number(start_.element));
  if (layout.shape()[last] == 1 || !layout.kernel().empty()) return;
  const Bits unit = layout.inverse(0);
  if (!std::has_single_bit(unit)) return;
  for (const auto& [index, step] : {std::pair{Index::block, &Place::block},
                                    {Index::warp, &Place::warp},
                                    {Index::lane, &Place::lane},
                                    {Index::reg, &Place::reg}}) {
    const Bits field = bits_below(layout.bits_of(index)) << layout.shift_of(index);
    if ((unit & field) == 0) continue;
    start_.place_step.*step = static_cast<Int>(unit >> layout.shift_of(index));
    // If other coordinates move the same bits, counting up is not an addition.
    while (Int{1} << bits_ < layout.shape()[last] && layout.inverse(bits_) == unit << bits_ &&
           (layout.inverse(bits_) & field) != 0 && (leading_ & unit << bits_) == 0) {
      ++bits_;
    }
  }
}

Run LinearRow::from(Int along) const {
  Run run = start_;
  if (!layout_->kernel().empty()) {
    run.length = 0;
    return run;
  }
  run.element[run.dimension] = along;
  const Bits place = leading_ ^ layout_->first_place(static_cast<Bits>(along));
  run.place = layout_->place(place);
  // Higher coordinates may move these bits, too; then fewer of them count up.
  const Bits rest = leading_ ^ layout_->first_place(static_cast<Bits>(along) & ~bits_below(bits_));
  int bits = bits_;
  while (bits > 0 && (rest & layout_->inverse(0) * bits_below(bits)) != 0) --bits;
  const Int length = Int{1} << bits;
  run.length = length - (along & (length - 1));
  return run;
}

}  // namespace layoutq
