#pragma once

#include <vector>

#include "cmd/report/report.h"
#include "core/layout/layout.h"
#include "core/layout/walk.h"

/// Rows about places, for every question of who holds an element.
namespace layoutq {

/// The columns dim0 …, block (if there are several), warp, lane, register, thread.
std::vector<Column> columns_by_element(const Layout& layout);
/// The columns block (if there are several), warp, lane, register, thread, dim0 ….
std::vector<Column> columns_by_place(const Layout& layout);

/// Writes a row for each place of a run, with the columns by element.
void write_by_element(Report* report, const Layout& layout, const Run& run);

/// Write a row for each selected place, ordered by element or by place.
void write_all_by_element(Report* report, const Layout& layout, const Selection& selection);
void write_all_by_place(Report* report, const Layout& layout, const Selection& selection);

}  // namespace layoutq
