#pragma once

#include <string>
#include <vector>

#include "cmd/flags/layout_flags.h"
#include "cmd/report/offset_rows.h"
#include "core/layout/layout.h"
#include "core/questions/reduction.h"

/// What is worth knowing about a layout's copies, its sums or its memory, in words, for the notes
/// under a table.
namespace layoutq {

/// Where every lane of a warp, or every warp, holds the same; nothing otherwise.
std::vector<std::string> notes_on_degeneracy(const Layout& layout);

/// These, and "2 warps hold every element: half of the work is repeated"; nothing without copies.
std::vector<std::string> notes_on_copies(const Layout& layout);

/// Which lanes and warps hold the same as the first thread; that there are no copies, otherwise.
std::vector<std::string> notes_on_holders(const Layout& layout);

/// "4 added in a thread, 2 shuffles": what a sum costs, warps and CTAs included.
std::string costs_in_words(const Reduction& reduction);

/// "8192 bytes of shared memory", how much of it is padding, and whether no CTA has so much.
std::vector<std::string> notes_on_memory(const SharedTensor& tensor);

/// That, and what was assumed of the tensor: a shape by default, the first of several.
std::vector<std::string> notes_on_memory(const SharedSubject& subject, Int element_bytes);

}  // namespace layoutq
