#include "core/kinds/shared/shared_description.h"

#include <algorithm>

#include "core/kinds/steps.h"

namespace layoutq {

std::string_view kind_name(const SharedDescription& description) {
  struct {
    std::string_view operator()(const SwizzledShared& shared) const {
      return shared.rotating ? "amd_rotating_shared" : "swizzled_shared";
    }
    std::string_view operator()(const NvmmaShared&) const { return "nvmma_shared"; }
    std::string_view operator()(const SharedLinear&) const { return "shared_linear"; }
    std::string_view operator()(const PaddedShared&) const { return "padded_shared"; }
  } const name_of;
  return std::visit(name_of, description.kind);
}

int rank(const SharedDescription& description) {
  struct {
    int operator()(const SwizzledShared& shared) const { return shared.order.rank(); }
    int operator()(const NvmmaShared& shared) const { return static_cast<int>(shared.rank); }
    int operator()(const SharedLinear& shared) const { return shared.shape.rank(); }
    int operator()(const PaddedShared& shared) const { return shared.shape.rank(); }
  } const rank_of;
  return std::visit(rank_of, description.kind);
}

namespace {

/// Returns the bases of the CTAs, for the kinds that give them in units of a CTA's shape.
Cluster cluster_of(const SharedDescription& description) {
  if (const auto* swizzled = std::get_if<SwizzledShared>(&description.kind)) {
    return {swizzled->cga_layout};
  }
  if (const auto* nvmma = std::get_if<NvmmaShared>(&description.kind)) return {nvmma->cga_layout};
  return {};
}

}  // namespace

Int blocks(const SharedDescription& description) {
  struct {
    const Bases& operator()(const SwizzledShared& shared) const { return shared.cga_layout; }
    const Bases& operator()(const NvmmaShared& shared) const { return shared.cga_layout; }
    const Bases& operator()(const SharedLinear& shared) const { return shared.block_bases; }
    const Bases& operator()(const PaddedShared& shared) const { return shared.block_bases; }
  } const bases_of;
  return Int{1} << std::visit(bases_of, description.kind).size();
}

Shape covered_shape(const SharedDescription& description) {
  struct {
    Shape operator()(const SwizzledShared& shared) const {
      Shape shape(shared.order.rank(), 1);
      const auto extent = [&](std::size_t i) -> Int& {
        return shape[static_cast<int>(shared.order[static_cast<int>(i)])];
      };
      extent(0) = shared.vec * shared.max_phase;
      if (shape.rank() > 1) {
        extent(1) = shared.per_phase * shared.max_phase * (shared.rotating ? shared.max_phase : 1);
      }
      return shape;
    }
    Shape operator()(const NvmmaShared& shared) const {
      Shape shape(static_cast<int>(shared.rank), 1);
      const int last = shape.rank() - 1;
      const int columns = shared.transposed ? 0 : last;
      if (last > 0) shape[shared.transposed ? last : last - 1] = NvmmaTile::rows;
      shape[columns] = tile_of(shared).columns;
      return shape;
    }
    Shape operator()(const SharedLinear& shared) const { return shared.shape; }
    Shape operator()(const PaddedShared& shared) const { return shared.shape; }
  } const covered;
  Shape shape = std::visit(covered, description.kind);
  const Cluster cluster = cluster_of(description);
  for (int d = 0; d < shape.rank(); ++d) shape[d] *= cluster.split(d);
  return shape;
}

bool covers_any_shape(const SharedDescription& description) {
  return std::holds_alternative<SwizzledShared>(description.kind) ||
         std::holds_alternative<NvmmaShared>(description.kind);
}

Bases bases_in_order(const Shape& shape, const Dims& order) {
  Bases bases;
  for (Int at : order) {
    const int d = static_cast<int>(at);
    for (Int moved = 1; moved < shape[d]; moved *= 2) {
      bases.emplace_back(shape.rank(), 0);
      bases.back()[d] = moved;
    }
  }
  return bases;
}

std::optional<Dims> order_of_bases(const Shape& shape, const Bases& bases) {
  Dims order;
  const auto append = [&](int d) {
    if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
  };
  for (const Coordinate& basis : bases) {
    if (basis.rank() != shape.rank()) return std::nullopt;
    for (int d = 0; d < basis.rank(); ++d) {
      if (basis[d] != 0) append(d);
    }
  }
  for (int d = shape.rank() - 1; d >= 0; --d) append(d);
  return bases_in_order(shape, order) == bases ? std::optional(order) : std::nullopt;
}

Int Swizzle::phase(Int row) const {
  const Int begun = row / per_phase;
  const Int phase = begun % max_phase;
  return rotating ? phase ^ (begun / max_phase % max_phase) : phase;
}

NvmmaTile tile_of(const NvmmaShared& shared) {
  constexpr Int vector_bits = 128;
  constexpr Int least_bytes = 16;
  NvmmaTile tile;
  tile.columns = 8 * std::max(least_bytes, shared.swizzle_byte_width) / shared.element_bitwidth;
  tile.swizzle.vec = vector_bits / shared.element_bitwidth;
  if (shared.swizzle_byte_width > 0) {
    constexpr Int widest = 128;
    tile.swizzle.per_phase = widest / shared.swizzle_byte_width;
    tile.swizzle.max_phase = NvmmaTile::rows / tile.swizzle.per_phase;
  }
  return tile;
}

Shape nvmma_box(const NvmmaShared& shared, const Shape& shape_per_cta) {
  constexpr Int longest = 256;
  Shape box = shape_per_cta;
  for (Int& extent : box) extent = std::min(extent, longest);
  if (shared.swizzle_byte_width > 0) {
    Int& columns = box[shared.transposed ? 0 : box.rank() - 1];
    columns = std::min(columns, tile_of(shared).columns);
  }
  return box;
}

namespace {

Bases swizzled_bases(const SwizzledShared& shared, const Shape& shape) {
  Bases bases = bases_in_order(shape, shared.order);
  if (shape.rank() == 1) return bases;
  const int column = static_cast<int>(shared.order[0]);
  const int row = static_cast<int>(shared.order[1]);
  const Swizzle swizzle{shared.vec, shared.per_phase, shared.max_phase, shared.rotating};
  for (Coordinate& basis : bases) {
    if (basis[row] > 0) basis[column] = shared.vec * swizzle.phase(basis[row]) % shape[column];
  }
  return bases;
}

/// Lays out the box as one matrix, tile by tile. Its last dimension makes the columns, all others
/// make the rows. If the layout is transposed, Triton 3.6 takes the last dimension for the rows and
/// all others, the first one fastest, for the columns.
Bases nvmma_bases(const NvmmaShared& shared, const Shape& shape) {
  const int rank = shape.rank();
  const Shape box = nvmma_box(shared, shape);
  Dims slowest_first;
  for (int d = 0; d < rank; ++d) slowest_first.push_back(d);
  if (shared.transposed && shared.swizzle_byte_width > 0) {
    std::rotate(slowest_first.begin(), slowest_first.begin() + 1, slowest_first.end());
  }
  const auto at = [&](Int number) {
    Coordinate coordinate(rank, 0);
    for (int i = rank; i-- > 0;) {
      const int d = static_cast<int>(slowest_first[i]);
      coordinate[d] = number % box[d];
      number /= box[d];
    }
    return coordinate;
  };
  Int elements = 1;
  for (Int extent : box) elements *= extent;
  Bases bases;
  if (shared.swizzle_byte_width == 0) {
    for (Int moved = 1; moved < elements; moved *= 2) bases.push_back(at(moved));
  } else {
    const NvmmaTile tile = tile_of(shared);
    const Int rows = shared.transposed ? box[rank - 1] : elements / box[rank - 1];
    const Int columns = elements / rows;
    for (Int column = 1; column < tile.columns; column *= 2) bases.push_back(at(column));
    for (Int row = 1; row < rows; row *= 2) {
      const Int phase = row < NvmmaTile::rows ? tile.swizzle.phase(row) : 0;
      bases.push_back(at(row * columns + phase * tile.swizzle.vec));
    }
    for (Int column = tile.columns; column < columns; column *= 2) bases.push_back(at(column));
  }
  // Boxes along the first dimension are adjacent.
  for (int d = 0; d < rank; ++d) {
    for (Int moved = box[d]; moved < shape[d]; moved *= 2) {
      bases.emplace_back(rank, 0);
      bases.back()[d] = moved;
    }
  }
  return bases;
}

}  // namespace

SharedLayout build(const SharedDescription& description, const Shape& shape) {
  const Cluster cluster = cluster_of(description);
  const Shape part = cluster.shape_per_cta(shape);
  struct {
    const Shape& part;
    Bases operator()(const SwizzledShared& shared) const { return swizzled_bases(shared, part); }
    Bases operator()(const NvmmaShared& shared) const { return nvmma_bases(shared, part); }
    Bases operator()(const SharedLinear& shared) const { return shared.offset_bases; }
    Bases operator()(const PaddedShared& shared) const { return shared.offset_bases; }
  } const offsets_of{part};
  Steps steps(shape.rank());
  for (const Coordinate& basis : std::visit(offsets_of, description.kind)) {
    steps.move_to(Index::reg, basis);
  }
  for (int d = 0; d < shape.rank(); ++d) steps.cover(d, part[d]);
  steps.fit(shape, {}, cluster);
  const Steps& fitted = steps;
  Bases block = fitted.bases(Index::block);
  std::vector<Padding> paddings;
  if (const auto* linear = std::get_if<SharedLinear>(&description.kind))
    block = linear->block_bases;
  if (const auto* padded = std::get_if<PaddedShared>(&description.kind)) {
    block = padded->block_bases;
    paddings = padded->paddings;
  }
  return SharedLayout(LinearLayout(shape, fitted.bases(Index::reg), {}, {}, block),
                      std::move(paddings));
}

}  // namespace layoutq
