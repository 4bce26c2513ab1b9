#include "cmd/report/offset_rows.h"

#include <fmt/format.h>

#include <array>

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

/// The numbers of a row, in the order of the columns.
class Numbers {
 public:
  void add(Int number) { numbers_[size_++] = number; }
  void add_element(const Coordinate& element) {
    for (Int position : element) add(position);
  }
  void add_place(const SharedTensor& tensor, Int block, Int offset) {
    const Int byte = offset * tensor.element_bytes;
    if (tensor.layout.blocks() > 1) add(block);
    add(offset);
    add(byte);
    add(bank_of(byte));
  }
  void write(Report* report) const {
    constexpr std::array<Int, NumberLine::most_numbers> no_steps{};
    report->rows({numbers_.data(), size_}, {no_steps.data(), size_}, 1);
  }
  std::vector<Value> values() const { return {numbers_.begin(), numbers_.begin() + size_}; }

 private:
  std::array<Int, NumberLine::most_numbers> numbers_;
  std::size_t size_ = 0;
};

}  // namespace

std::vector<Figure> figures_of(const SharedTensor& tensor) {
  return {
      {"element_bytes", Column::Kind::number, tensor.element_bytes, false},
      {"shared_bytes", Column::Kind::number, tensor.layout.size() * tensor.element_bytes, false}};
}

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
    Numbers row;
    row.add_element(one.element);
    row.add_place(tensor, one.place.block, tensor.layout.offset(one.place.reg));
    row.write(report);
  }
}

void write_by_offset(Report* report, const SharedTensor& tensor, Int block, Int offset) {
  Numbers row;
  row.add_place(tensor, block, offset);
  if (const auto number = tensor.layout.number(offset)) {
    row.add_element(tensor.layout.numbers().coordinate(Place{.block = block, .reg = *number}));
    row.write(report);
    return;
  }
  std::vector<Value> values = row.values();
  values.insert(values.end(), static_cast<std::size_t>(tensor.layout.shape().rank()),
                std::monostate());
  report->row(values);
}

}  // namespace layoutq
