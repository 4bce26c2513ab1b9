#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/layout/element_row.h"
#include "core/layout/layout.h"
#include "core/layout/owners.h"

/// Walks over a part of a layout, in the order of its elements or of its places. They cost what
/// they visit, however much lies between.
namespace layoutq {

/// The part that a walk visits: the places of any of the regions, as far as they hold an element of
/// the regions' box.
struct Selection {
  /// Disjoint, in increasing order of block, warp and lane, at least one; all with the same box.
  std::vector<Region> regions;

  const std::array<Range, max_rank>& box() const { return regions.front().box; }
  bool contains(const Place& place) const;
  /// Whether one region has both places, and so all whose numbers lie between theirs.
  bool contains_all(const Place& first, const Place& last) const;
  /// Whether it has every place, whatever it holds.
  bool has_all_places(const Layout& layout) const;
  /// Whether it is less than all of the layout.
  bool leaves_out(const Layout& layout) const;
};

/// The first place at `from` or after it, by block, warp, lane and register, that a walk visits.
std::optional<Place> next_place(const Layout& layout, const Selection& selection,
                                const Place& from);

/// The first element at `from` or after it, in row-major order, that a walk visits.
std::optional<Coordinate> next_element(const Layout& layout, const Selection& selection,
                                       const Coordinate& from);

/// The place after `place` in the selection's regions, whatever it holds.
std::optional<Place> place_after(const Selection& selection, Place place);

/// Moves on to the next element in the selection's box, in row-major order; false behind the last.
bool advance(const Selection& selection, Coordinate* coordinate);

/// How many elements or places in a row a walk tries in vain before it asks for the next one to
/// visit, which costs about as much.
inline constexpr Int patience = 256;

/// Calls visit(run) for the selected holders of one element, by block, warp, lane, register.
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

/// Calls visit(run) for every selected place, by element in row-major order, and for each by
/// block, warp, lane and register.
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

/// Calls visit(run) for every selected place, by block, warp, lane and register.
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
