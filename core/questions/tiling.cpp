#include "core/questions/tiling.h"

#include <bit>

namespace layoutq {

namespace {

Tiling tiling_of(const TiledLayout& layout, int d) {
  const Axis& axis = layout.axis_of(d);
  return {.dim = d,
          .shape = axis.extent,
          .size_per_thread = axis.elements,
          .threads_per_warp = axis.lanes,
          .warps_per_cta = axis.warps,
          .tile = axis.tile(),
          .reps = axis.repetitions,
          .registers = axis.registers(),
          .copies = ceil_div(axis.places(), axis.extent)};
}

Tiling tiling_of(const LinearLayout& layout, int d) {
  // The bits that each index moves along the dimension, and the highest bit that lanes and warps
  // move.
  const auto moved = [&](Index index) {
    const int low = layout.shift_of(index);
    return layout.span(low, low + layout.bits_of(index), layout.along(d)).rank();
  };
  const auto thread_tile_bits = layout.thread_tile_bits();
  Bits reach = 0;
  for (int i = layout.bits_of(Index::reg); i < layout.shift_of(Index::block); ++i)
    reach |= layout.basis(i) & layout.along(d);
  BitSpan all;
  BitSpan tile;
  for (int i = 0; i < layout.bits_of(Index::reg); ++i) {
    const Bits moves = layout.basis(i) & layout.along(d);
    all.add(moves);
    // Without a thread tile, a register that moves further than lanes and warps is a repetition.
    if (thread_tile_bits ? i < *thread_tile_bits : reach == 0 || moves <= std::bit_floor(reach)) {
      tile.add(moves);
    }
  }
  Tiling tiling{.dim = d,
                .shape = layout.shape()[d],
                .size_per_thread = Int{1} << tile.rank(),
                .threads_per_warp = Int{1} << moved(Index::lane),
                .warps_per_cta = Int{1} << moved(Index::warp),
                .reps = Int{1} << (all.rank() - tile.rank()),
                .registers = Int{1} << all.rank()};
  tiling.tile = tiling.size_per_thread * tiling.threads_per_warp * tiling.warps_per_cta;
  const Int places = tiling.reps * tiling.tile << moved(Index::block);
  tiling.copies = ceil_div(places, tiling.shape);
  return tiling;
}

}  // namespace

Tiling tiling(const Layout& layout, int d) {
  return layout.visit([&](const auto& arithmetic) { return tiling_of(arithmetic, d); });
}

}  // namespace layoutq
