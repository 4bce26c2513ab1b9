#include "core/questions/sectors.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "core/questions/address_set.h"

namespace layoutq {

namespace {

/// Per dimension the coordinates of a product of sets.
using Box = std::vector<std::vector<Strand>>;

/// The sectors of `sector_elements` that a product of coordinates touches; nothing where its
/// strides interleave, so that AddressSet cannot tell.
std::optional<Int> count_sectors(const Box& box, const Memory& memory, Int sector_elements) {
  std::vector<int> by_stride(box.size());
  std::iota(by_stride.begin(), by_stride.end(), 0);
  std::sort(by_stride.begin(), by_stride.end(),
            [&](int a, int b) { return memory.strides[a] < memory.strides[b]; });
  AddressSet set(sector_elements);
  Coordinate first(memory.strides.rank(), 0);
  for (int d : by_stride) {
    const Int stride = memory.strides[d];
    if (stride == 0) continue;
    const std::vector<Strand>& strands = box[static_cast<std::size_t>(d)];
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

/// Counts the different sectors of the addresses that visit_all hands out, in memory of a fixed
/// size: the lowest first, and in another pass those behind them.
template <class VisitAll>
Int count_listed_sectors(Int sector_elements, VisitAll visit_all) {
  constexpr std::size_t most = std::size_t{1} << 20;
  constexpr Int no_end = std::numeric_limits<Int>::max();
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

/// The different sectors of `size` elements that the warp's lanes touch in these registers.
Int touched(const Layout& layout, const Memory& memory, Int warp, Range registers, Int size) {
  if (const auto box = layout.strands(warp, registers)) {
    if (const auto counted = count_sectors(*box, memory, size)) return *counted;
  }
  return count_listed_sectors(size, [&](auto visit) {
    for (Int reg = registers.low; reg < registers.high; ++reg) {
      for (Int lane = 0; lane < layout.lanes(); ++lane) {
        visit(memory.address(layout.coordinate({warp, lane, reg})));
      }
    }
  });
}

Traffic traffic(const Layout& layout, const Memory& memory, Int warp, Range registers) {
  return {touched(layout, memory, warp, registers, sector_elements(memory)),
          touched(layout, memory, warp, registers, 1) * memory.element_bytes};
}

/// Sectors summed over the warp's requests whose first register is one of these.
Int accesses(const Layout& layout, const Memory& memory, Int vector, Int warp, Range registers) {
  // Requests go by increasing register: halve to the first one.
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
    sum += touched(layout, memory, warp, {reg, reg + vector}, sector_elements(memory));
  }
  return sum;
}

/// The different sectors of the whole tensor.
Int tensor_sectors(const Layout& layout, const Memory& memory) {
  Box box;
  for (Int extent : layout.shape()) {
    box.push_back({Strand{.first = 0, .run = extent, .step = 1, .count = 1}});
  }
  const Int size = sector_elements(memory);
  if (const auto counted = count_sectors(box, memory, size)) return *counted;
  return count_listed_sectors(size, [&](auto visit) {
    // An odometer: the address moves along with the coordinate.
    Coordinate at(layout.rank(), 0);
    Int address = memory.address(at);
    for (int d = layout.rank() - 1; d >= 0;) {
      if (d == layout.rank() - 1) visit(address);
      if (++at[d] < layout.shape()[d]) {
        address += memory.strides[d];
        d = layout.rank() - 1;
      } else {
        address -= memory.strides[d] * (layout.shape()[d] - 1);
        at[d--] = 0;
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
    Int vector = layout.vector_registers(d, most_vector_bytes / memory.element_bytes);
    for (int other = 0; other < layout.rank(); ++other) {
      if (other == d || layout.shape()[other] == 1) continue;
      while (memory.strides[other] % vector != 0) vector /= 2;
    }
    widest = std::max(widest, vector);
  }
  return widest;
}

Traffic block_traffic(const Layout& layout, const Memory& memory, Int warp, Int block) {
  return traffic(layout, memory, warp, layout.block(block));
}

Int requests_per_warp(const Layout& layout, Int vector) {
  return layout.distinct_registers() / vector;
}

Int request_register(const Layout& layout, Int vector, Int i) {
  return layout.distinct_register(i * vector);
}

Traffic request_traffic(const Layout& layout, const Memory& memory, Int vector, Int warp, Int reg) {
  return traffic(layout, memory, warp, {reg, reg + vector});
}

Int block_accesses(const Layout& layout, const Memory& memory, Int vector, Int warp, Int block) {
  return accesses(layout, memory, vector, warp, layout.block(block));
}

CtaTraffic cta_traffic(const Layout& layout, const Memory& memory, Int vector) {
  CtaTraffic total;
  total.requests = layout.warps() * requests_per_warp(layout, vector);
  total.ideal_sectors = tensor_sectors(layout, memory);
  for (Int warp = 0; warp < layout.warps(); ++warp) {
    total.sectors += accesses(layout, memory, vector, warp, {0, layout.registers()});
  }
  return total;
}

}  // namespace layoutq
