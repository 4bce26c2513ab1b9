#pragma once

#include "cmd/report/report.h"
#include "core/layout/walk.h"

namespace layoutq {

/// Writes the selected places as a table with a line for each thread and its elements in register
/// order. With `name_registers`, each element follows the number of its register, because some
/// registers may be missing.
void write_threads(Report* report, const Layout& layout, const Selection& selection,
                   bool name_registers);

}  // namespace layoutq
