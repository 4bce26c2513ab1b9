#pragma once

#include <string>

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

/// The bases of an index, lowest bit first: [[0, 1], [8, 0]].
std::string bases_json(const LinearLayout& layout, Index index);

/// All that such calculations are made of, as a page wants it: a JSON object. By a tile, `axes`
/// (name, dimension of the tensor or −1, extent, tile, warpStep, laneStep) and for each `warp`,
/// `lane` and `register` how its number is made up and what it takes along each axis; by bases, the
/// `bases` of each index.
std::string derivation_json(const Layout& layout);

}  // namespace layoutq
