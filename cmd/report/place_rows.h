#pragma once

#include <vector>

#include "cmd/report/report.h"
#include "core/layout/layout.h"
#include "core/layout/walk.h"

/// Rows about places: the answer of every question who holds what.
namespace layoutq {

/// dim0…, block where there are several, warp, lane, register, thread.
std::vector<Column> columns_by_element(const Layout& layout);
/// block where there are several, warp, lane, register, thread, dim0….
std::vector<Column> columns_by_place(const Layout& layout);

/// Writes a run's places, a row each, under the columns by element.
void write_by_element(Report* report, const Layout& layout, const Run& run);

/// Writes a row for each selected place, in the order of the columns of either kind.
void write_all_by_element(Report* report, const Layout& layout, const Selection& selection);
void write_all_by_place(Report* report, const Layout& layout, const Selection& selection);

}  // namespace layoutq
