#include "cmd/report/place_row.h"

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
  return {{.name = "warp", .largest = layout.warps() - 1},
          {.name = "lane", .largest = layout.lanes() - 1},
          {.name = "register", .largest = layout.registers() - 1},
          {.name = "thread", .largest = layout.threads() - 1}};
}

std::vector<Column> joined(std::vector<Column> first, const std::vector<Column>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Value* put(const Coordinate& coordinate, Value* at) {
  for (Int value : coordinate) *at++ = value;
  return at;
}

Value* put(const Place& place, const Layout& layout, Value* at) {
  *at++ = place.warp;
  *at++ = place.lane;
  *at++ = place.reg;
  *at++ = layout.thread(place);
  return at;
}

}  // namespace

std::vector<Column> columns_by_element(const Layout& layout) {
  return joined(dimension_columns(layout), place_columns(layout));
}

std::vector<Column> columns_by_place(const Layout& layout) {
  return joined(place_columns(layout), dimension_columns(layout));
}

std::span<const Value> PlaceRow::by_element(const Coordinate& coordinate, const Place& place,
                                            const Layout& layout) {
  return {values_.data(), put(place, layout, put(coordinate, values_.data()))};
}

std::span<const Value> PlaceRow::by_place(const Coordinate& coordinate, const Place& place,
                                          const Layout& layout) {
  return {values_.data(), put(coordinate, put(place, layout, values_.data()))};
}

}  // namespace layoutq
