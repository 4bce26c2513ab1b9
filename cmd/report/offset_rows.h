#pragma once

#include <vector>

#include "cmd/report/report.h"
#include "core/layout/shared_layout.h"

/// Rows about places in shared memory: offsets in elements, and the bytes and banks where these
/// begin.
namespace layoutq {

/// A layout in shared memory, and how large its elements are.
struct SharedTensor {
  const SharedLayout& layout;
  Int element_bytes;
};

/// Figures of the whole: element_bytes, and shared_bytes, what a CTA takes of shared memory.
std::vector<Figure> figures_of(const SharedTensor& tensor);

/// dim0…, block where there are several, offset, byte, bank.
std::vector<Column> columns_by_element(const SharedTensor& tensor);
/// block where there are several, offset, byte, bank, dim0….
std::vector<Column> columns_by_offset(const SharedTensor& tensor);

/// Writes the places of a run of the layout's numbers, a row each, under the columns by element.
void write_by_element(Report* report, const SharedTensor& tensor, const Run& run);
/// Writes what lies at an offset of a CTA's memory under the columns by offset: padding has no
/// element.
void write_by_offset(Report* report, const SharedTensor& tensor, Int block, Int offset);

}  // namespace layoutq
