#pragma once

#include "cmd/report/output.h"
#include "core/layout/layout.h"

/// The calculation that a person would do by hand, in numbers.
namespace layoutq {

/// Why the place holds its element: by a tile, what the coordinate splits into along each
/// dimension, and how these parts make up the warp, lane and register numbers; by bases, what each
/// bit of these moves.
void derive_place(Output* output, const Layout& layout, const Place& place);

/// Where the elements of a thread, which `thread` is a place of with register 0, come from: the
/// parts of its warp and lane numbers, the coordinates where they begin, and for each register in
/// the range what it adds.
void derive_thread(Output* output, const Layout& layout, const Place& thread, Range registers);

}  // namespace layoutq
