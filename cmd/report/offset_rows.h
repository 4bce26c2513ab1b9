#pragma once

#include <vector>

#include "cmd/report/report.h"
#include "core/layout/shared_layout.h"

/// Rows about places in shared memory: offsets in elements, and the bytes and banks at which they
/// begin.
namespace layoutq {

/// A layout of shared memory, and the size of its elements.
struct SharedTensor {
  const SharedLayout& layout;
  Int element_bytes;
};

/// Returns the figures element_bytes and shared_bytes, the shared memory that a CTA uses.
std::vector<Figure> figures_of(const SharedTensor& tensor);

/// The columns dim0 …, block (if there are several), offset, byte, bank.
std::vector<Column> columns_by_element(const SharedTensor& tensor);
/// The columns block (if there are several), offset, byte, bank, dim0 ….
std::vector<Column> columns_by_offset(const SharedTensor& tensor);

/// Writes a row for each place of a run of the layout's numbers, with the columns by element.
void write_by_element(Report* report, const SharedTensor& tensor, const Run& run);
/// Writes a row for an offset of a CTA's memory, with the columns by offset. Padding has no
/// coordinate.
void write_by_offset(Report* report, const SharedTensor& tensor, Int block, Int offset);

}  // namespace layoutq
