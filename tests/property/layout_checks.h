#pragma once

#include "core/questions/conversion.h"
#include "tests/property/random_cases.h"

/// What core answers for a layout, against its enumeration. Each is checked by doctest, within a
/// test case or outside; where selections or memories are asked for, they are random ones.
namespace layoutq {

/// Every place holds the element that the formula says.
void check_places(const Case& one);
/// Every element has the owners that hold it, in order, and at least one.
void check_owners(const Case& one);
/// Runs of elements and of registers hold what they say.
void check_runs(const Case& one);
/// Walks visit what is selected, in order.
void check_walks(const Case& one, Random* random);
/// The next place or element is the first selected one.
void check_next(const Case& one, Random* random);
/// A layout meets a region where one of its places holds one of its elements.
void check_meets(const Case& one, Random* random);
/// Copies are counted as they are.
void check_copies(const Case& one);
/// A reduction combines the positions that threads, lanes, warps and CTAs hold.
void check_reductions(const Case& one);
/// Registers come in repetitions; distinct ones hold what no lower one holds.
void check_registers(const Case& one, Random* random);
/// Repetitions, requests and the CTA touch the sectors of their addresses.
void check_sectors(const Case& one, Random* random);
/// Layouts differ in the places, or threads, that hold different elements.
void check_difference(const Case& first, const Case& second, Random* random);
/// A conversion moves the elements whose first holders differ. Both layouts are by bases, on one
/// shape, with as many lanes, warps and blocks.
Moves check_conversion(const Case& from, const Case& to);
/// Both arithmetics tell the same tiling of a layout whose sizes are powers of two.
void check_tiling(const Case& one);

}  // namespace layoutq
