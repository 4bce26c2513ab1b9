#include "cmd/report/place_rows.h"

#include <array>

namespace layoutq {

namespace {

std::vector<Column> dimension_columns(const Layout& layout) {
  std::vector<Column> columns;
  for (int d = 0; d < layout.rank(); ++d) {
    columns.push_back({.name = fmt::format("dim{}", d), .largest = layout.shape()[d] - 1});
  }
  return columns;
}

std::vector<Column> place_columns(const Layout& layout) {
  std::vector<Column> columns;
  if (layout.blocks() > 1) columns.push_back({.name = "block", .largest = layout.blocks() - 1});
  columns.push_back({.name = "warp", .largest = layout.warps() - 1});
  columns.push_back({.name = "lane", .largest = layout.lanes() - 1});
  columns.push_back({.name = "register", .largest = layout.registers() - 1});
  columns.push_back({.name = "thread", .largest = layout.threads() - 1});
  return columns;
}

std::vector<Column> joined(std::vector<Column> first, const std::vector<Column>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The first row of a run, and the step of each column from one row to the next.
class Rows {
 public:
  void add_element(const Run& run) {
    for (int d = 0; d < run.element.rank(); ++d) {
      add(run.element[d], d == run.dimension ? run.element_step : 0);
    }
  }
  void add_place(const Layout& layout, const Run& run) {
    if (layout.blocks() > 1) add(run.place.block, run.place_step.block);
    add(run.place.warp, run.place_step.warp);
    add(run.place.lane, run.place_step.lane);
    add(run.place.reg, run.place_step.reg);
    add(layout.thread(run.place), layout.thread(run.place_step));
  }
  void write(Report* report, Int count) {
    report->rows({values_.data(), size_}, {steps_.data(), size_}, count);
  }

 private:
  void add(Int value, Int step) {
    values_[size_] = value;
    steps_[size_++] = step;
  }

  std::array<Int, NumberLine::most_numbers> values_;
  std::array<Int, NumberLine::most_numbers> steps_;
  std::size_t size_ = 0;
};

}  // namespace

std::vector<Column> columns_by_element(const Layout& layout) {
  return joined(dimension_columns(layout), place_columns(layout));
}

std::vector<Column> columns_by_place(const Layout& layout) {
  return joined(place_columns(layout), dimension_columns(layout));
}

void write_by_element(Report* report, const Layout& layout, const Run& run) {
  Rows rows;
  rows.add_element(run);
  rows.add_place(layout, run);
  rows.write(report, run.length);
}

void write_all_by_element(Report* report, const Layout& layout, const Selection& selection) {
  walk_elements(layout, selection, [&](const Run& run) { write_by_element(report, layout, run); });
}

void write_all_by_place(Report* report, const Layout& layout, const Selection& selection) {
  walk_places(layout, selection, [&](const Run& run) {
    Rows rows;
    rows.add_place(layout, run);
    rows.add_element(run);
    rows.write(report, run.length);
  });
}

}  // namespace layoutq
