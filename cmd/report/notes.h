#pragma once

#include <string>
#include <vector>

#include "cmd/report/offset_rows.h"
#include "cmd/report/subject.h"
#include "core/layout/layout.h"
#include "core/questions/reduction.h"

/// The notes under a table: a layout's copies, its sums, and its memory, in words.
namespace layoutq {

/// Returns notes if all lanes of a warp, or all warps, hold the same elements.
std::vector<std::string> notes_on_degeneracy(const Layout& layout);

/// Returns these notes and "2 warps hold every element: half of the work is repeated"; no notes if
/// there are no copies.
std::vector<std::string> notes_on_copies(const Layout& layout);

/// Returns a note that names the lanes and warps that hold the same elements as the first thread,
/// or that says that there are no copies.
std::vector<std::string> notes_on_holders(const Layout& layout);

/// Describes the cost of a sum, including warps and CTAs: "4 added in a thread, 2 shuffles".
std::string costs_in_words(const Reduction& reduction);

/// Returns "8192 bytes of shared memory", how much of it is padding, and a warning if that is more
/// than a CTA can have.
std::vector<std::string> notes_on_memory(const SharedTensor& tensor);

/// Returns these notes and what was assumed of the tensor: a default shape, or the first of
/// several.
std::vector<std::string> notes_on_memory(const SharedSubject& subject, Int element_bytes);

}  // namespace layoutq
