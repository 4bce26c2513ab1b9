#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/layout/layout.h"

/// Walks over a part of a layout, in the order of its elements or of its places. They cost what they
/// visit, however much lies between.
namespace layoutq {

/// The part that a walk visits: the places of any of the regions, as far as they hold an element of
/// the regions' box.
struct Selection {
  /// Disjoint, in increasing order of warp and lane, at least one; all with the same box.
  std::vector<Region> regions;

  const std::array<Range, max_rank>& box() const { return regions.front().box; }
  bool contains(const Place& place) const;
};

/// The first place at `from` or after it, by warp, lane and register, that a walk visits.
std::optional<Place> next_place(const Layout& layout, const Selection& selection,
                                const Place& from);

/// The first element at `from` or after it, in row-major order, that a walk visits.
std::optional<Coordinate> next_element(const Layout& layout, const Selection& selection,
                                       const Coordinate& from);

/// The place after `place` in the selection's regions, whatever it holds.
std::optional<Place> place_after(const Selection& selection, Place place);

/// The element after `coordinate` in the selection's box, in row-major order.
std::optional<Coordinate> element_after(const Selection& selection, Coordinate coordinate);

/// How many elements or places in a row a walk tries in vain before it asks for the next one to
/// visit, which costs about as much.
inline constexpr Int patience = 256;

/// Calls visit(coordinate, place) for the selected holders of one element, by warp, lane, register.
template <class Visit>
void walk_holders(const Layout& layout, const Selection& selection, const Coordinate& element,
                  Visit visit) {
  Int in_vain = 0;
  for (Owners owners = layout.owners(element); owners; owners.next()) {
    if (selection.contains(*owners)) {
      in_vain = 0;
      visit(element, *owners);
    } else if (++in_vain == patience) {
      Selection holders = selection;
      for (Region& region : holders.regions) {
        for (int d = 0; d < layout.rank(); ++d) {
          region.box[static_cast<std::size_t>(d)] = {element[d], element[d] + 1};
        }
      }
      std::optional<Place> at = next_place(layout, holders, *owners);
      while (at) {
        visit(element, *at);
        at = place_after(holders, *at);
        if (at) at = next_place(layout, holders, *at);
      }
      return;
    }
  }
}

/// Calls visit(coordinate, place) for every selected place, by element in row-major order, and for
/// each by warp, lane and register.
template <class Visit>
void walk_elements(const Layout& layout, const Selection& selection, Visit visit) {
  const int last = layout.rank() - 1;
  const Int row_end = selection.box()[static_cast<std::size_t>(last)].high;
  Coordinate first;
  for (int d = 0; d <= last; ++d) first.push_back(selection.box()[static_cast<std::size_t>(d)].low);
  Int in_vain = 0;
  std::optional<Coordinate> at = next_element(layout, selection, first);
  while (at) {
    const ElementRun run = layout.elements_from(*at);
    const Int length = std::clamp<Int>(run.length, 1, row_end - (*at)[last]);
    const auto hit = [&](const Coordinate& coordinate, const Place& place) {
      in_vain = -length;
      visit(coordinate, place);
    };
    if (run.length == 0) {
      walk_holders(layout, selection, *at, hit);
    } else {
      Place place = run.place;
      Coordinate element = *at;
      for (Int i = 0; i < length; ++i, ++element[last]) {
        if (selection.contains(place)) hit(element, place);
        place.warp += run.stride.warp;
        place.lane += run.stride.lane;
        place.reg += run.stride.reg;
      }
    }
    in_vain += length;
    (*at)[last] += length - 1;
    at = element_after(selection, *at);
    if (at && in_vain >= patience) {
      at = next_element(layout, selection, *at);
      in_vain = 0;
    }
  }
}

/// Calls visit(coordinate, place) for every selected place, by warp, lane and register.
template <class Visit>
void walk_places(const Layout& layout, const Selection& selection, Visit visit) {
  const Region& start = selection.regions.front();
  Int in_vain = 0;
  std::optional<Place> at =
      next_place(layout, selection, {start.warp.low, start.lane.low, start.reg.low});
  while (at) {
    const RegisterRun run = layout.registers_from(*at);
    const Int length = std::min(run.length, start.reg.high - at->reg);
    Coordinate element = run.coordinate;
    Place place = *at;
    in_vain += length;
    for (Int i = 0; i < length; ++i, ++place.reg) {
      if (start.contains(element)) {
        in_vain = 0;
        visit(element, place);
      }
      element[run.dimension] += run.stride;
    }
    at->reg += length - 1;
    at = place_after(selection, *at);
    if (at && in_vain >= patience) {
      at = next_place(layout, selection, *at);
      in_vain = 0;
    }
  }
}

}  // namespace layoutq
