#pragma once

#include "core/kinds/description.h"

namespace layoutq {

/// The slice layout on a tensor of that shape (the parent's without the dropped dimension): the
/// parent at extent 1 there, its coordinate dropped, and of each thread's registers those kept that
/// hold an element not seen in a lower one. As Triton's SliceEncodingAttr has it.
Layout build_slice(const Slice& slice, const Shape& shape);

}  // namespace layoutq
