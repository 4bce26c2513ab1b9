#include "core/questions/sectors.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "core/questions/address_set.h"
#include "core/questions/footprint.h"

namespace layoutq {

namespace {

constexpr Int no_end = std::numeric_limits<Int>::max();

/// Returns the number of sectors of `sector_elements` that a product of coordinates touches, or
/// nullopt if strides interleave so that AddressSet cannot count them.
std::optional<Int> count_sectors(const Footprint& footprint, const Memory& memory,
                                 Int sector_elements) {
  std::vector<int> by_stride(footprint.size());
  std::iota(by_stride.begin(), by_stride.end(), 0);
  std::sort(by_stride.begin(), by_stride.end(),
            [&](int a, int b) { return memory.strides[a] < memory.strides[b]; });
  AddressSet set(sector_elements);
  Coordinate first(memory.strides.rank(), 0);
  for (int d : by_stride) {
    const Int stride = memory.strides[d];
    if (stride == 0) continue;
    const std::vector<Strand>& strands = footprint[static_cast<std::size_t>(d)];
    first[d] = strands.front().first;
    std::optional<AddressSet> all;
    for (const Strand& strand : strands) {
      AddressSet one = set;
      if (!one.repeat(stride, strand.run) || !one.repeat(stride * strand.step, strand.count)) {
        return std::nullopt;
      }
      if (!all) {
        all = one;
      } else if (!all->append(one, stride * (strand.first - first[d]))) {
        return std::nullopt;
      }
    }
    set = *all;
  }
  return set.sectors(memory.address(first));
}

/// Counts the different sectors of the addresses that visit_all visits, in a fixed amount of
/// memory: each pass counts the lowest sectors that the passes before have not counted.
template <class VisitAll>
Int count_listed_sectors(Int sector_elements, VisitAll visit_all) {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::vector<Int> sectors;
  const auto tidy = [&] {
    std::sort(sectors.begin(), sectors.end());
    sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
  };
  Int count = 0;
  for (Range range{0, no_end}; range.low != no_end; range = {range.high, no_end}) {
    sectors.clear();
    visit_all([&](Int address) {
      const Int sector = address / sector_elements;
      if (!range.contains(sector)) return;
      if (!sectors.empty() && sectors.back() == sector) return;
      sectors.push_back(sector);
      if (sectors.size() < 2 * most) return;
      tidy();
      if (sectors.size() > most) {
        sectors.resize(most);
        range.high = sectors.back() + 1;
      }
    });
    tidy();
    count += static_cast<Int>(sectors.size());
  }
  return count;
}

Int sector_elements(const Memory& memory) { return sector_bytes / memory.element_bytes; }

/// Calls visit(address) for every coordinate of the footprint.
template <class Visit>
void list_addresses(const Footprint& footprint, const Memory& memory, Coordinate* at, Visit visit) {
  const int d = at->rank();
  if (d == static_cast<int>(footprint.size())) {
    visit(memory.address(*at));
    return;
  }
  at->push_back(0);
  for (const Strand& strand : footprint[static_cast<std::size_t>(d)]) {
    for (Int j = 0; j < strand.count; ++j) {
      for (Int i = 0; i < strand.run; ++i) {
        (*at)[d] = strand.first + j * strand.step + i;
        list_addresses(footprint, memory, at, visit);
      }
    }
  }
  at->erase(d);
}

/// Returns the number of elements of the footprint, or nullopt if it is 2^63 or more.
std::optional<Int> count_elements(const Footprint& footprint) {
  std::optional<Int> elements = 1;
  for (const std::vector<Strand>& strands : footprint) {
    Int along = 0;
    for (const Strand& strand : strands) along += strand.run * strand.count;
    elements = checked_multiply(*elements, along);
    if (!elements) break;
  }
  return elements;
}

/// Returns the number of different sectors of `size` elements that the footprint touches, or
/// nullopt if more than `most` elements would have to be listed.
std::optional<Int> sectors_of(const Footprint& footprint, const Memory& memory, Int size,
                              Int most) {
  if (const auto counted = count_sectors(footprint, memory, size)) return counted;
  const auto elements = count_elements(footprint);
  if (!elements || *elements > most) return std::nullopt;
  return count_listed_sectors(size, [&](auto visit) {
    Coordinate at;
    list_addresses(footprint, memory, &at, visit);
  });
}

/// Returns the number of different sectors of `size` elements that the warp's lanes touch in these
/// registers, or nullopt as above.
std::optional<Int> touched(const Layout& layout, const Memory& memory, Place warp, Range registers,
                           Int size, Int most) {
  warp.reg = registers.low;
  if (const auto held = warp_footprint(layout, warp, registers.size())) {
    return sectors_of(*held, memory, size, most);
  }
  const auto elements = checked_multiply(layout.lanes(), registers.size());
  if (!elements || *elements > most) return std::nullopt;
  return count_listed_sectors(size, [&](auto visit) {
    Place place = warp;
    for (place.reg = registers.low; place.reg < registers.high; ++place.reg) {
      for (place.lane = 0; place.lane < layout.lanes(); ++place.lane) {
        visit(memory.address(layout.coordinate(place)));
      }
    }
  });
}

std::optional<Traffic> traffic(const Layout& layout, const Memory& memory, const Place& warp,
                               Range registers) {
  const auto sectors =
      touched(layout, memory, warp, registers, sector_elements(memory), most_listed);
  const auto elements = touched(layout, memory, warp, registers, 1, most_listed);
  if (!sectors || !elements) return std::nullopt;
  return Traffic{*sectors, *elements * memory.element_bytes};
}

/// Returns the sum of sectors over the warp's requests whose first register is one of these.
Int accesses(const Layout& layout, const Memory& memory, Int vector, const Place& warp,
             Range registers) {
  // Requests are ordered by register, so bisection finds the first one.
  const Int requests = requests_per_warp(layout, vector);
  Range i{0, requests};
  while (i.size() > 0) {
    const Int middle = i.low + i.size() / 2;
    const bool before = request_register(layout, vector, middle) < registers.low;
    (before ? i.low : i.high) = before ? middle + 1 : middle;
  }
  Int sum = 0;
  for (Int request = i.low; request < requests; ++request) {
    const Int reg = request_register(layout, vector, request);
    if (reg >= registers.high) break;
    sum += *touched(layout, memory, warp, {reg, reg + vector}, sector_elements(memory), no_end);
  }
  return sum;
}

/// Returns the number of different sectors of everything that the block holds, at any cost.
Int block_sectors(const Layout& layout, const Memory& memory, Int block) {
  const Int size = sector_elements(memory);
  if (const auto held = block_footprint(layout, block))
    return *sectors_of(*held, memory, size, no_end);
  return count_listed_sectors(size, [&](auto visit) {
    Place place{.block = block};
    for (; place.warp < layout.warps(); ++place.warp) {
      for (place.lane = 0; place.lane < layout.lanes(); ++place.lane) {
        for (place.reg = 0; place.reg < layout.registers(); ++place.reg) {
          visit(memory.address(layout.coordinate(place)));
        }
      }
    }
  });
}

}  // namespace

Int vector_registers(const Layout& layout, const Memory& memory) {
  if (memory.offset_bytes % most_vector_bytes != 0) return 1;
  Int widest = 1;
  for (int d = 0; d < layout.rank(); ++d) {
    if (memory.strides[d] != 1) continue;
    Int vector = contiguous_registers(layout, d, most_vector_bytes / memory.element_bytes);
    for (int other = 0; other < layout.rank(); ++other) {
      if (other == d || layout.shape()[other] == 1) continue;
      while (memory.strides[other] % vector != 0) vector /= 2;
    }
    widest = std::max(widest, vector);
  }
  return widest;
}

std::optional<Traffic> repetition_traffic(const Layout& layout, const Memory& memory,
                                          const Place& warp, Int repetition) {
  return traffic(layout, memory, warp, layout.repetition(repetition));
}

Int requests_per_warp(const Layout& layout, Int vector) {
  return layout.distinct_registers() / vector;
}

Int request_register(const Layout& layout, Int vector, Int i) {
  return layout.distinct_register(i * vector);
}

std::optional<Traffic> request_traffic(const Layout& layout, const Memory& memory, Int vector,
                                       const Place& warp, Int reg) {
  return traffic(layout, memory, warp, {reg, reg + vector});
}

Int repetition_accesses(const Layout& layout, const Memory& memory, Int vector, const Place& warp,
                        Int repetition) {
  return accesses(layout, memory, vector, warp, layout.repetition(repetition));
}

CtaTraffic cta_traffic(const Layout& layout, const Memory& memory, Int vector, Int block) {
  CtaTraffic total;
  total.requests = layout.warps() * requests_per_warp(layout, vector);
  total.ideal_sectors = block_sectors(layout, memory, block);
  for (Int warp = 0; warp < layout.warps(); ++warp) {
    total.sectors += accesses(layout, memory, vector, Place{.block = block, .warp = warp},
                              {0, layout.registers()});
  }
  return total;
}

}  // namespace layoutq
