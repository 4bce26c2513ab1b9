#include "core/kinds/shared/shared_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/kinds/parameters.h"
#include "core/kinds/steps.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

using Answer = std::optional<Problem>;

constexpr Int most_swizzle = 1 << 16;

Answer problem_of_swizzle_size(std::string_view parameter, Int value) {
  if (is_power_of_two(value) && value <= most_swizzle) return std::nullopt;
  return Problem{parameter, fmt::format("is {}, but must be a power of two of at most {}", value,
                                        most_swizzle)};
}

/// Checks that the bases give each element of the shape one offset in a CTA.
Answer problem_of_places(const Bases& offset_bases, const Bases& block_bases, const Shape& shape) {
  const int rank = shape.rank();
  if (rank == 0) return Problem{"shape", "is empty"};
  if (auto problem = not_powers("shape", shape, rank)) return problem;
  const auto elements = checked_product(shape);
  if (!elements || *elements > max_places) {
    return Problem{"shape", "has more than 2^62 elements"};
  }
  for (const auto& [name, bases] :
       {std::pair{"offset_bases", &offset_bases}, {"block_bases", &block_bases}}) {
    if (auto problem = problem_of_bases(name, *bases, rank)) return problem;
    for (const Coordinate& basis : *bases) {
      for (int d = 0; d < rank; ++d) {
        if (basis[d] < shape[d]) continue;
        return Problem{name, fmt::format("moves {} along dimension {}, past the shape {}", basis[d],
                                         d, to_text(shape))};
      }
    }
  }
  if (block_bases.size() > static_cast<std::size_t>(std::countr_zero(Bits{max_blocks}))) {
    return Problem{"block_bases", fmt::format("makes more than {} CTAs", max_blocks)};
  }
  if (!surjective(shape, {&offset_bases, &block_bases})) {
    return Problem{"offset_bases",
                   fmt::format("does not reach every element of shape {}", to_text(shape))};
  }
  if (offset_bases.size() >
      static_cast<std::size_t>(std::bit_width(static_cast<Bits>(*elements)))) {
    return Problem{"offset_bases", "gives several offsets the same element"};
  }
  // The offsets must not reach an element twice.
  const LinearLayout layout(shape, offset_bases, {}, {}, block_bases);
  if (layout.distinct_registers() != layout.registers()) {
    return Problem{"offset_bases", "gives several offsets the same element"};
  }
  return std::nullopt;
}

struct CheckSharedKind {
  Answer operator()(const SwizzledShared& shared) const {
    if (shared.has_leading_offset) {
      return Problem{"hasLeadingOffset", "is true: only its newer form, nvmma_shared, is modelled"};
    }
    for (const auto& [name, value] : {std::pair{"vec", shared.vec},
                                      {"per_phase", shared.per_phase},
                                      {"max_phase", shared.max_phase}}) {
      if (auto problem = problem_of_swizzle_size(name, value)) return problem;
    }
    const int rank = shared.order.rank();
    if (rank == 0) return Problem{"order", "is empty"};
    if (!is_permutation(shared.order, rank)) {
      return Problem{"order", fmt::format("is not a permutation of 0 to {}", rank - 1)};
    }
    return problem_of_cluster(shared.cga_layout, rank);
  }

  Answer operator()(const NvmmaShared& shared) const {
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

  Answer operator()(const SharedLinear& shared) const {
    if (!is_power_of_two(shared.alignment)) {
      return Problem{"alignment",
                     fmt::format("is {}, which is not a power of two", shared.alignment)};
    }
    return problem_of_places(shared.offset_bases, shared.block_bases, shared.shape);
  }

  Answer operator()(const PaddedShared& shared) const {
    if (auto problem = problem_of_places(shared.offset_bases, shared.block_bases, shared.shape)) {
      return problem;
    }
    if (shared.paddings.empty()) return Problem{"interval_padding_pairs", "is empty"};
    for (std::size_t i = 0; i < shared.paddings.size(); ++i) {
      const auto& [interval, elements] = shared.paddings[i];
      for (Int value : {interval, elements}) {
        if (is_power_of_two(value)) continue;
        return Problem{"interval_padding_pairs",
                       fmt::format("has {}, which is not a power of two", value)};
      }
      for (std::size_t k = 0; k < i; ++k) {
        if (shared.paddings[k].interval != interval) continue;
        return Problem{"interval_padding_pairs",
                       fmt::format("has the interval {} twice", interval)};
      }
    }
    return std::nullopt;
  }
};

/// Returns the problem if paddings move offsets past max_places.
Answer problem_of_paddings(const std::vector<Padding>& paddings, Int elements) {
  std::optional<Int> size = elements;
  for (const Padding& padding : paddings) {
    const auto more = checked_multiply(elements / padding.interval, padding.elements);
    size = size && more && *more <= max_places ? std::optional(*size + *more) : std::nullopt;
    if (!size || *size > max_places) {
      return Problem{"interval_padding_pairs", "makes offsets past 2^62"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Problem> problem_of(const SharedDescription& description) {
  return std::visit(CheckSharedKind{}, description.kind);
}

std::optional<Problem> problem_of(const SharedDescription& description, const Shape& shape) {
  if (auto problem = not_powers("shape", shape, rank(description))) return problem;
  const auto elements = checked_product(shape);
  if (!elements || *elements > max_places / blocks(description)) {
    return Problem{"shape", "gives the layout more than 2^62 places"};
  }
  if (!covers_any_shape(description)) {
    const Shape covered = covered_shape(description);
    if (shape != covered) {
      return Problem{"shape", fmt::format("is not the one that the layout's bases cover, {}",
                                          to_text(covered))};
    }
    const auto* padded = std::get_if<PaddedShared>(&description.kind);
    return padded != nullptr ? problem_of_paddings(padded->paddings, *elements) : std::nullopt;
  }
  Bases cga_layout;
  if (const auto* swizzled = std::get_if<SwizzledShared>(&description.kind)) {
    cga_layout = swizzled->cga_layout;
  }
  const auto* nvmma = std::get_if<NvmmaShared>(&description.kind);
  if (nvmma != nullptr) cga_layout = nvmma->cga_layout;
  const Cluster cluster{cga_layout};
  const Shape part = cluster.shape_per_cta(shape);
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d] >= cluster.split(d)) continue;
    return Problem{"shape", fmt::format("has {} in dimension {}, less than the {} CTAs along it",
                                        shape[d], d, cluster.split(d))};
  }
  if (nvmma == nullptr || nvmma->swizzle_byte_width == 0) return std::nullopt;
  const Shape box = nvmma_box(*nvmma, part);
  const Int last = box[box.rank() - 1];
  const Int columns = nvmma->transposed ? box[0] : last;
  const Int rows = nvmma->transposed ? last : *checked_product(box) / last;
  const Int wanted = tile_of(*nvmma).columns;
  if (rows >= NvmmaTile::rows && columns >= wanted) return std::nullopt;
  return Problem{"shape",
                 fmt::format("gives a CTA {} rows of {}, less than a tile of {} rows of {}", rows,
                             columns, NvmmaTile::rows, wanted)};
}

}  // namespace layoutq
