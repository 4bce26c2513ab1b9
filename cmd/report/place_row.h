#pragma once

#include <array>
#include <span>
#include <vector>

#include "cmd/report/report.h"
#include "core/layout/layout.h"

namespace layoutq {

/// dim0…, warp, lane, register, thread.
std::vector<Column> columns_by_element(const Layout& layout);
/// warp, lane, register, thread, dim0….
std::vector<Column> columns_by_place(const Layout& layout);

/// A row of either kind, in memory that is used again for the next one.
class PlaceRow {
 public:
  std::span<const Value> by_element(const Coordinate& coordinate, const Place& place,
                                    const Layout& layout);
  std::span<const Value> by_place(const Coordinate& coordinate, const Place& place,
                                  const Layout& layout);

 private:
  std::array<Value, max_rank + 4> values_;
};

}  // namespace layoutq
