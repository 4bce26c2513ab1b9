#pragma once

#include "core/questions/conversion.h"
#include "tests/property/random_cases.h"

/// Compares core's answers for a layout with an enumeration of its places. The functions check by
/// doctest, inside a test case or outside. They choose selections and memories at random.
namespace layoutq {

/// Checks that every place holds the element that the formula gives.
void check_places(const Case& one);
/// Checks that the owners of an element are all places that hold it, in order, and at least one.
void check_owners(const Case& one);
/// Checks that runs of elements and of registers describe the places that they cover.
void check_runs(const Case& one);
/// Checks that walks visit exactly the selected places, in order.
void check_walks(const Case& one, Random* random);
/// Checks that the next place or element is the first selected one.
void check_next(const Case& one, Random* random);
/// Checks that a layout meets a region if and only if one of the region's places holds one of its
/// elements.
void check_meets(const Case& one, Random* random);
/// Checks the numbers of copies.
void check_copies(const Case& one);
/// Checks that a reduction combines the positions that threads, lanes, warps and CTAs hold.
void check_reductions(const Case& one);
/// Checks the repetitions of registers, and that distinct registers hold what no lower one holds.
void check_registers(const Case& one, Random* random);
/// Checks that repetitions, requests and the CTA touch the sectors of their addresses.
void check_sectors(const Case& one, Random* random);
/// Checks that layouts differ in the places, or threads, that hold different elements.
void check_difference(const Case& first, const Case& second, Random* random);
/// Checks that a conversion moves the elements whose first holders differ, and returns how. Both
/// layouts must be by bases, with the same shape and the same numbers of lanes, warps and blocks.
Moves check_conversion(const Case& from, const Case& to);
/// Checks that both arithmetics give the same tiling of a layout whose sizes are powers of two.
void check_tiling(const Case& one);

}  // namespace layoutq
