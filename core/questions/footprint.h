#pragma once

#include <optional>
#include <vector>

#include "core/layout/layout.h"

/// The coordinates that a warp or a CTA holds as a whole, without listing them: what the sectors of
/// a load are counted from (core/questions/sectors.h).
namespace layoutq {

/// A product of sets of coordinates: for each dimension, strands that are sorted and disjoint.
///
/// For example, on a 16 x 16 tensor the tile of size_per_thread 1,4, threads_per_warp 8,4 and
/// warps_per_cta 2,1 gives warp 1 the rows 8 to 15 of all columns: {8, run 8} and {0, run 16}.
using Footprint = std::vector<std::vector<Strand>>;

/// Returns what the lanes of the warp of `first` hold in `registers` registers, beginning at the
/// register of `first`. That is a whole repetition, or a power of two that divides the number of
/// the first register. Returns nullopt if a dimension needs more than a few strands, or if the
/// coordinates are not a product.
std::optional<Footprint> warp_footprint(const Layout& layout, const Place& first, Int registers);
/// Returns what a CTA holds, or nullopt as above.
std::optional<Footprint> block_footprint(const Layout& layout, Int block);

/// Returns the largest power of two V ≤ `most` such that V divides the number of registers and, in
/// every lane of every warp, registers kV … kV + V − 1 hold consecutive elements along dimension
/// `d` that begin at a multiple of V.
Int contiguous_registers(const Layout& layout, int d, Int most);

}  // namespace layoutq
