#include "core/layout/walk.h"

#include "core/layout/meets.h"

namespace layoutq {

bool Selection::contains(const Place& place) const {
  return std::any_of(regions.begin(), regions.end(),
                     [&](const Region& region) { return region.contains(place); });
}

bool Selection::contains_all(const Place& first, const Place& last) const {
  return std::any_of(regions.begin(), regions.end(), [&](const Region& region) {
    return region.contains(first) && region.contains(last);
  });
}

bool Selection::has_all_places(const Layout& layout) const {
  const Region all = layout.everything();
  const Region& part = regions.front();
  return regions.size() == 1 && part.block == all.block && part.warp == all.warp &&
         part.lane == all.lane && part.reg == all.reg;
}

bool Selection::leaves_out(const Layout& layout) const {
  const Region all = layout.everything();
  return !has_all_places(layout) ||
         !std::equal(all.box.begin(), all.box.begin() + layout.rank(), box().begin());
}

namespace {

/// Returns the lexicographically smallest values of the ranges in `variables` (parts of `region`),
/// at or after `from`, at which the layout still meets the region. Searches by bisection, because
/// `meets` costs the same for regions of every size.
std::optional<std::vector<Int>> first_met(const Layout& layout, Region* region,
                                          const std::vector<Range*>& variables,
                                          const std::vector<Int>& from) {
  std::vector<Range> whole;
  for (const Range* variable : variables) whole.push_back(*variable);
  // Keep as many leading values of `from` as possible; the next one must then be greater.
  for (std::size_t kept = variables.size() + 1; kept-- > 0;) {
    bool within = true;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      *variables[i] = i < kept ? Range{from[i], from[i] + 1} : whole[i];
      if (i == kept) variables[i]->low = std::max(whole[i].low, from[i] + 1);
      within = within && variables[i]->size() > 0 && whole[i].low <= variables[i]->low &&
               variables[i]->high <= whole[i].high;
    }
    if (!within || !meets(layout, *region)) continue;
    std::vector<Int> found;
    for (Range* variable : variables) {
      while (variable->size() > 1) {
        const Range both = *variable;
        variable->high = both.low + both.size() / 2;
        if (!meets(layout, *region)) *variable = {variable->high, both.high};
      }
      found.push_back(variable->low);
    }
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Place> next_place(const Layout& layout, const Selection& selection,
                                const Place& from) {
  for (Region region : selection.regions) {
    const auto found =
        first_met(layout, &region, {&region.block, &region.warp, &region.lane, &region.reg},
                  {from.block, from.warp, from.lane, from.reg});
    if (found) return Place{(*found)[0], (*found)[1], (*found)[2], (*found)[3]};
  }
  return std::nullopt;
}

std::optional<Coordinate> next_element(const Layout& layout, const Selection& selection,
                                       const Coordinate& from) {
  std::optional<std::vector<Int>> first;
  for (Region region : selection.regions) {
    std::vector<Range*> variables;
    for (int d = 0; d < layout.rank(); ++d) {
      variables.push_back(&region.box[static_cast<std::size_t>(d)]);
    }
    const auto found = first_met(layout, &region, variables, {from.begin(), from.end()});
    if (found && (!first || *found < *first)) first = found;
  }
  if (!first) return std::nullopt;
  Coordinate coordinate;
  for (Int value : *first) coordinate.push_back(value);
  return coordinate;
}

std::optional<Place> place_after(const Selection& selection, Place place) {
  const auto region =
      std::find_if(selection.regions.begin(), selection.regions.end(),
                   [&](const Region& candidate) { return candidate.contains(place); });
  assert(region != selection.regions.end());
  if (++place.reg < region->reg.high) return place;
  place.reg = region->reg.low;
  if (++place.lane < region->lane.high) return place;
  place.lane = region->lane.low;
  if (++place.warp < region->warp.high) return place;
  place.warp = region->warp.low;
  if (++place.block < region->block.high) return place;
  if (region + 1 == selection.regions.end()) return std::nullopt;
  return Place{region[1].block.low, region[1].warp.low, region[1].lane.low, region[1].reg.low};
}

bool advance(const Selection& selection, Coordinate* coordinate) {
  for (int d = coordinate->rank() - 1; d >= 0; --d) {
    const Range& range = selection.box()[static_cast<std::size_t>(d)];
    if (++(*coordinate)[d] < range.high) return true;
    (*coordinate)[d] = range.low;
  }
  return false;
}

}  // namespace layoutq
