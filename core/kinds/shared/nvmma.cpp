#include "core/kinds/shared/nvmma.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/kinds/parameters.h"
#include "core/kinds/shared/offsets.h"

namespace layoutq {

namespace {

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

int rank(const NvmmaShared& shared) { return static_cast<int>(shared.rank); }
Int blocks(const NvmmaShared& shared) { return Int{1} << shared.cga_layout.size(); }
bool covers_any_shape(const NvmmaShared&) { return true; }

Shape covered_shape(const NvmmaShared& shared) {
  Shape shape(static_cast<int>(shared.rank), 1);
  const int last = shape.rank() - 1;
  const int columns = shared.transposed ? 0 : last;
  if (last > 0) shape[shared.transposed ? last : last - 1] = NvmmaTile::rows;
  shape[columns] = tile_of(shared).columns;
  return Cluster{shared.cga_layout}.shape_of_all(shape);
}

std::optional<Problem> problem_of(const NvmmaShared& shared) {
  constexpr Int widths[] = {0, 32, 64, 128};
  if (std::find(std::begin(widths), std::end(widths), shared.swizzle_byte_width) ==
      std::end(widths)) {
    return Problem{"swizzle_byte_width",
                   fmt::format("is {}, but must be 0, 32, 64 or 128", shared.swizzle_byte_width)};
  }
  constexpr Int bits[] = {8, 16, 32, 64};
  if (std::find(std::begin(bits), std::end(bits), shared.element_bitwidth) == std::end(bits)) {
    return Problem{"element_bitwidth",
                   fmt::format("is {}, but must be 8, 16, 32 or 64", shared.element_bitwidth)};
  }
  if (shared.fp4_padded) return Problem{"fp4_padded", "is true, which is not modelled"};
  if (shared.rank < 1 || shared.rank > max_rank) {
    return Problem{"rank", fmt::format("is {}, but must be in 1 to {}", shared.rank, max_rank)};
  }
  if (shared.rank == 1 && shared.swizzle_byte_width > 0) {
    return Problem{"rank", "is 1, but a swizzle has rows"};
  }
  return problem_of_cluster(shared.cga_layout, static_cast<int>(shared.rank));
}

std::optional<Problem> problem_of(const NvmmaShared& shared, const Shape& shape) {
  const Cluster cluster{shared.cga_layout};
  if (auto problem = problem_of_split(shape, cluster)) return problem;
  if (shared.swizzle_byte_width == 0) return std::nullopt;
  const Shape box = nvmma_box(shared, cluster.shape_per_cta(shape));
  const Int last = box[box.rank() - 1];
  const Int columns = shared.transposed ? box[0] : last;
  const Int rows = shared.transposed ? last : *checked_product(box) / last;
  const Int wanted = tile_of(shared).columns;
  if (rows >= NvmmaTile::rows && columns >= wanted) return std::nullopt;
  return Problem{"shape",
                 fmt::format("gives a CTA {} rows of {}, less than a tile of {} rows of {}", rows,
                             columns, NvmmaTile::rows, wanted)};
}

SharedLayout build(const NvmmaShared& shared, const Shape& shape) {
  const Cluster cluster{shared.cga_layout};
  return build_in_cluster(nvmma_bases(shared, cluster.shape_per_cta(shape)), cluster, shape);
}

}  // namespace layoutq
