#pragma once

#include <utility>
#include <variant>

#include "core/layout/linear/linear_owners.h"
#include "core/layout/tiled/tiled_owners.h"

namespace layoutq {

/// Steps through the places that hold an element, ordered by block, warp, lane and register. It
/// computes each place from the one before and stores no list:
///
///     for (Owners owners = layout.owners(coordinate); owners; owners.next()) use(*owners);
///
/// It keeps a reference to the layout.
class Owners {
 public:
  Owners(const TiledLayout& layout, const Coordinate& coordinate)
      : owners_(TiledOwners(layout, coordinate)) {}
  Owners(const LinearLayout& layout, const Coordinate& coordinate)
      : owners_(LinearOwners(layout, coordinate)) {}

  explicit operator bool() const {
    return std::visit([](const auto& owners) { return static_cast<bool>(owners); }, owners_);
  }
  const Place& operator*() const {
    return std::visit([](const auto& owners) -> const Place& { return *owners; }, owners_);
  }
  void next() {
    std::visit([](auto& owners) { owners.next(); }, owners_);
  }

 private:
  std::variant<TiledOwners, LinearOwners> owners_;
};

}  // namespace layoutq
