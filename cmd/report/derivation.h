#pragma once

#include <string>

#include "cmd/report/output.h"
#include "core/layout/layout.h"

/// Calculations as a person would do them by hand.
namespace layoutq {

/// Writes why the place holds its element. For a tile: the parts of the coordinate along each
/// dimension, and how they make up the warp, lane and register numbers. For bases: what each bit of
/// these numbers moves.
void derive_place(Output* output, const Layout& layout, const Place& place);

/// Writes where the elements of a thread lie: the parts of its warp and lane numbers, the
/// coordinate at which they begin, and what each register of the range adds. `thread` is the place
/// of the thread's register 0.
void derive_thread(Output* output, const Layout& layout, const Place& thread, Range registers);

/// Formats the bases of an index, lowest bit first: [[0, 1], [8, 0]].
std::string bases_json(const LinearLayout& layout, Index index);

/// Returns a JSON object from which a page makes these calculations. For a tile: `axes` (name,
/// dimension of the tensor or −1, extent, tile, warpStep, laneStep) and, for each `warp`, `lane`
/// and `register`, how its number is made up and its part along each axis. For bases: the `bases`
/// of each index.
std::string derivation_json(const Layout& layout);

}  // namespace layoutq
