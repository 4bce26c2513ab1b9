#pragma once

#include "cmd/report/offset_rows.h"
#include "cmd/report/output.h"
#include "core/kinds/shared/shared_description.h"

namespace layoutq {

/// Writes why an element lies at its offset: for a swizzle, the phase of its row and the xor with
/// it; then what each bit of its coordinate moves, the padding before it, its byte and its bank.
/// The register of `place` is the element's number.
void derive_offset(Output* output, const SharedDescription& description, const SharedTensor& tensor,
                   const Place& place);

}  // namespace layoutq
