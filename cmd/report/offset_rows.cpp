#include "cmd/report/offset_rows.h"

#include <fmt/format.h>

#include "core/questions/banks.h"

namespace layoutq {

namespace {

void add_dimensions(std::vector<Column>* columns, const SharedTensor& tensor) {
  const Shape& shape = tensor.layout.shape();
  for (int d = 0; d < shape.rank(); ++d) {
    columns->push_back({.name = fmt::format("dim{}", d), .largest = shape[d] - 1});
  }
}

void add_place(std::vector<Column>* columns, const SharedTensor& tensor) {
  const Int last = tensor.layout.size() - 1;
  if (tensor.layout.blocks() > 1) {
    columns->push_back({.name = "block", .largest = tensor.layout.blocks() - 1});
  }
  columns->push_back({.name = "offset", .largest = last});
  columns->push_back({.name = "byte", .largest = last * tensor.element_bytes});
  columns->push_back({.name = "bank", .largest = bank_count - 1});
}

void add_place(std::vector<Value>* row, const SharedTensor& tensor, Int block, Int offset) {
  const Int byte = offset * tensor.element_bytes;
  if (tensor.layout.blocks() > 1) row->push_back(block);
  row->insert(row->end(), {offset, byte, bank_of(byte)});
}

}  // namespace

std::vector<Column> columns_by_element(const SharedTensor& tensor) {
  std::vector<Column> columns;
  add_dimensions(&columns, tensor);
  add_place(&columns, tensor);
  return columns;
}

std::vector<Column> columns_by_offset(const SharedTensor& tensor) {
  std::vector<Column> columns;
  add_place(&columns, tensor);
  add_dimensions(&columns, tensor);
  return columns;
}

void write_by_element(Report* report, const SharedTensor& tensor, const Run& run) {
  for (Int i = 0; i < run.length; ++i) {
    const Run one = run.part(i, 1);
    std::vector<Value> row(one.element.begin(), one.element.end());
    add_place(&row, tensor, one.place.block, tensor.layout.offset(one.place.reg));
    report->row(row);
  }
}

void write_by_offset(Report* report, const SharedTensor& tensor, Int block, Int offset) {
  std::vector<Value> row;
  add_place(&row, tensor, block, offset);
  if (const auto number = tensor.layout.number(offset)) {
    const Coordinate element =
        tensor.layout.numbers().coordinate(Place{.block = block, .reg = *number});
    row.insert(row.end(), element.begin(), element.end());
  } else {
    row.insert(row.end(), static_cast<std::size_t>(tensor.layout.shape().rank()), std::monostate());
  }
  report->row(row);
}

}  // namespace layoutq
