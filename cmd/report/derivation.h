#pragma once

#include "cmd/report/output.h"
#include "core/layout/layout.h"

/// The calculation that a person would do by hand, in numbers.
namespace layoutq {

/// Why the place holds the coordinate: what it splits into along each dimension, and how these
/// parts make up the warp, lane and register numbers.
void derive_place(Output* output, const Layout& layout, const Place& place);

/// Where a thread's elements come from: the parts of its warp and lane numbers, the coordinates
/// where they begin, and for each register in the range what it adds.
void derive_thread(Output* output, const Layout& layout, Int warp, Int lane, Range registers);

}  // namespace layoutq
