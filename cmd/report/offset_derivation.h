#pragma once

#include "cmd/report/offset_rows.h"
#include "cmd/report/output.h"
#include "core/kinds/shared/shared_description.h"

namespace layoutq {

/// Why the element of a place, whose register is its number, lies where it does: its row's phase
/// and the xor with it where the kind is a swizzle, what each bit of its coordinate moves, the
/// padding before it, its byte and its bank.
void derive_offset(Output* output, const SharedDescription& description, const SharedTensor& tensor,
                   const Place& place);

}  // namespace layoutq
