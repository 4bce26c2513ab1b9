#pragma once

#include "cmd/report/report.h"
#include "core/layout/walk.h"

namespace layoutq {

/// Writes the selected places as a table of threads: a line for each lane that has any, with its
/// elements in register order. Where `name_registers`, each is headed by its register, since some
/// may be left out.
void write_threads(Report* report, const Layout& layout, const Selection& selection,
                   bool name_registers);

}  // namespace layoutq
