#pragma once

#include <vector>

#include "core/layout/layout.h"

namespace layoutq {

/// Layouts in shared memory made for one or two sides (what is stored, what is loaded), by the
/// bases of their offsets: for vectors of the registers that all sides have, and of those of each,
/// from the widest to single elements. One of them at least has no bank conflicts; wider vectors
/// may be worth some. Elements of 1, 2, 4, 8 or 16 bytes; the sides have the same shape and one CTA
/// each.
///
/// An offset's lowest bits are made of registers, for vectors; then come the bits of a bank; the
/// rest moves within a bank. Two words of a phase collide where they differ by such a rest. So the
/// rest is taken from what no side's phase spans: two subspaces that are not the whole space never
/// cover it, and there is a vector outside of both.
std::vector<Bases> swizzles_for(const std::vector<LinearLayout>& sides, Int element_bytes);

}  // namespace layoutq
