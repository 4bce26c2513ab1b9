#pragma once

#include <variant>

#include "core/layout/layout.h"
#include "core/layout/linear/linear_owners.h"
#include "core/layout/tiled/tiled_owners.h"

namespace layoutq {

/// Steps through the places that hold an element, ordered by block, warp, lane and register. It
/// computes each place from the one before and stores no list:
///
///     for (Owners owners = layout.owners(coordinate); owners; owners.next()) use(*owners);
class Owners {
 public:
  explicit Owners(TiledOwners owners) : owners_(std::move(owners)) {}
  explicit Owners(LinearOwners owners) : owners_(std::move(owners)) {}

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

inline Owners Layout::owners(const Coordinate& coordinate) const {
  return tiled() != nullptr
             ? Owners(TiledOwners(*tiled(), coordinate))
             : Owners(LinearOwners(*std::get_if<LinearLayout>(&arithmetic_), coordinate));
}

}  // namespace layoutq
