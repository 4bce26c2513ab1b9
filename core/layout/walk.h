#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/layout/element_row.h"
#include "core/layout/layout.h"
#include "core/layout/owners.h"

/// Walks over a part of a layout, in the order of its elements or of its places. The cost of a walk
/// depends on what it visits, not on what it skips.
namespace layoutq {

/// The part of a layout that a walk visits: the places of all regions that hold an element of the
/// regions' box.
struct Selection {
  /// At least one. The regions are disjoint, increase by block, warp and lane, and have the same
  /// box.
  std::vector<Region> regions;

  const std::array<Range, max_rank>& box() const { return regions.front().box; }
  bool contains(const Place& place) const;
  /// True if one region contains both places, and therefore all places whose numbers lie between
  /// theirs.
  bool contains_all(const Place& first, const Place& last) const;
  /// True if the regions contain every place of the layout.
  bool has_all_places(const Layout& layout) const;
  /// True if the selection is less than the whole layout.
  bool leaves_out(const Layout& layout) const;
};

/// Returns the first selected place at or after `from`, in the order of block, warp, lane and
/// register; nullopt if there is none.
std::optional<Place> next_place(const Layout& layout, const Selection& selection,
                                const Place& from);

/// Returns the first element at or after `from`, in row-major order, that a selected place holds;
/// nullopt if there is none.
std::optional<Coordinate> next_element(const Layout& layout, const Selection& selection,
                                       const Coordinate& from);

/// Returns the place after `place` in the selection's regions, whether or not it holds an element
/// of the box; nullopt after the last one.
std::optional<Place> place_after(const Selection& selection, Place place);

/// Moves to the next element of the selection's box, in row-major order. Returns false after the
/// last one.
bool advance(const Selection& selection, Coordinate* coordinate);

/// A walk tests elements or places one by one. After this many misses in a row it calls
/// `next_element` or `next_place`, which cost about as much.
inline constexpr Int patience = 256;

/// Calls visit(run) for each selected holder of one element, ordered by block, warp, lane and
/// register.
template <class Visit>
void walk_holders(const Layout& layout, const Selection& selection, const Coordinate& element,
                  Visit visit) {
  Run holder{.element = element, .length = 1};
  Int in_vain = 0;
  for (Owners owners = layout.owners(element); owners; owners.next()) {
    holder.place = *owners;
    if (selection.contains(holder.place)) {
      in_vain = 0;
      visit(holder);
    } else if (++in_vain == patience) {
      Selection holders = selection;
      for (Region& region : holders.regions) {
        for (int d = 0; d < layout.rank(); ++d) {
          region.box[static_cast<std::size_t>(d)] = {element[d], element[d] + 1};
        }
      }
      std::optional<Place> at = next_place(layout, holders, holder.place);
      while (at) {
        holder.place = *at;
        visit(holder);
        at = place_after(holders, *at);
        if (at) at = next_place(layout, holders, *at);
      }
      return;
    }
  }
}

/// Calls visit(run) for every selected place, ordered by element in row-major order, and for each
/// element by block, warp, lane and register.
template <class Visit>
void walk_elements(const Layout& layout, const Selection& selection, Visit visit) {
  const int last = layout.rank() - 1;
  const Int row_end = selection.box()[static_cast<std::size_t>(last)].high;
  Coordinate first;
  for (int d = 0; d <= last; ++d) first.push_back(selection.box()[static_cast<std::size_t>(d)].low);
  Int in_vain = 0;
  std::optional<Coordinate> at = next_element(layout, selection, first);
  if (!at) return;
  const bool all_places = selection.has_all_places(layout);
  ElementRow row(layout, *at);
  for (;;) {
    Run run = row.from((*at)[last]);
    const bool single_holders = run.length > 0;
    const Int length = std::clamp<Int>(run.length, 1, row_end - (*at)[last]);
    bool hit = false;
    const auto visit_hit = [&](const Run& part) {
      hit = true;
      visit(part);
    };
    run.length = length;
    if (!single_holders) {
      walk_holders(layout, selection, *at, visit_hit);
    } else if (all_places || selection.contains_all(run.place, run.part(length - 1, 1).place)) {
      visit_hit(run);
    } else {
      for (Int i = 0; i < length; ++i) {
        const Run part = run.part(i, 1);
        if (selection.contains(part.place)) visit_hit(part);
      }
    }
    in_vain = hit ? 0 : in_vain + length;
    (*at)[last] += length;
    if ((*at)[last] < row_end && in_vain < patience) continue;
    (*at)[last] -= 1;
    if (!advance(selection, &*at)) return;
    if (in_vain >= patience) {
      at = next_element(layout, selection, *at);
      if (!at) return;
      in_vain = 0;
    }
    row = ElementRow(layout, *at);
  }
}

/// Calls visit(run) for every selected place, ordered by block, warp, lane and register.
template <class Visit>
void walk_places(const Layout& layout, const Selection& selection, Visit visit) {
  const Region& start = selection.regions.front();
  Int in_vain = 0;
  std::optional<Place> at = next_place(
      layout, selection, {start.block.low, start.warp.low, start.lane.low, start.reg.low});
  while (at) {
    Run run = layout.registers_from(*at);
    run.length = std::min(run.length, start.reg.high - at->reg);
    bool hit = false;
    if (start.contains(run.element) && start.contains(run.part(run.length - 1, 1).element)) {
      hit = true;
      visit(run);
    } else {
      for (Int i = 0; i < run.length; ++i) {
        const Run part = run.part(i, 1);
        if (!start.contains(part.element)) continue;
        hit = true;
        visit(part);
      }
    }
    in_vain = hit ? 0 : in_vain + run.length;
    at->reg += run.length - 1;
    at = place_after(selection, *at);
    if (at && in_vain >= patience) {
      at = next_place(layout, selection, *at);
      in_vain = 0;
    }
  }
}

}  // namespace layoutq
