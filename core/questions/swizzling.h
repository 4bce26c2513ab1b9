#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/layout/layout.h"

namespace layoutq {

/// Returns layouts of shared memory that are made for one or two sides (the registers that are
/// stored, and those that are loaded), by the bases of their offsets. There is one for each choice
/// of vector: registers that all sides share, or those of one side, from the widest vector to
/// single elements. At least one of the layouts has no bank conflicts; a wider vector may be worth
/// some. Elements have 1, 2, 4, 8 or 16 bytes. The sides must have the same shape and one CTA each.
/// Returns nullopt if a size of a side is not a power of two.
///
/// The lowest bits of an offset are registers, for the vectors. Then come the bits that select the
/// bank, and the remaining bits move within a bank. Two words of a phase collide if they differ
/// only in these remaining bits. So their bases are chosen outside the spans of all phases. Such a
/// vector exists, because two proper subspaces never cover the whole space.
std::optional<std::vector<Bases>> swizzles_for(std::span<const Layout> sides, Int element_bytes);

}  // namespace layoutq
