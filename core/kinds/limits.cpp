#include "core/kinds/limits.h"

#include <fmt/format.h>

#include <bit>

#include "core/layout/text.h"

namespace layoutq {

bool is_permutation(const Dims& order, int rank) {
  Dims sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (int d = 0; d < sorted.rank(); ++d) {
    if (sorted[d] != d) return false;
  }
  return sorted.rank() == rank;
}

namespace {

std::optional<std::string> not_sizes(const Dims& dims) {
  for (Int value : dims) {
    if (value < 1 || value > max_extent) {
      return fmt::format("has {}, which is not in 1 to {}", value, max_extent);
    }
  }
  return std::nullopt;
}

bool power_of_two(Int value) { return std::has_single_bit(static_cast<std::uint64_t>(value)); }

}  // namespace

std::optional<Problem> check(const Blocked& blocked, Int warp_size) {
  const int rank = blocked.rank();
  struct Parameter {
    std::string_view name;
    const Dims* values;
  };
  const Parameter sizes[] = {{"size_per_thread", &blocked.size_per_thread},
                             {"threads_per_warp", &blocked.threads_per_warp},
                             {"warps_per_cta", &blocked.warps_per_cta}};
  for (const auto& [name, values] : sizes) {
    if (values->rank() != rank) {
      return Problem{name, fmt::format("has {}, but size_per_thread has {}",
                                       counted(values->rank(), "number"), rank)};
    }
    if (auto reason = not_sizes(*values)) return Problem{name, *reason};
  }
  if (!is_permutation(blocked.order, rank)) {
    return Problem{"order", fmt::format("is not a permutation of 0 to {}", rank - 1)};
  }
  const auto lanes = checked_product(blocked.threads_per_warp);
  if (lanes != warp_size) {
    return Problem{"threads_per_warp",
                   lanes
                       ? fmt::format("is {}, but a warp has {}", counted(*lanes, "lane"), warp_size)
                       : fmt::format("is more than 2^63 lanes, but a warp has {}", warp_size)};
  }
  for (int d = 0; d < rank; ++d) {
    const auto tile = checked_product(std::array{
        blocked.size_per_thread[d], blocked.threads_per_warp[d], blocked.warps_per_cta[d]});
    if (!tile || *tile > max_extent) {
      return Problem{"size_per_thread",
                     fmt::format("makes the tile {} x {} x {} long in dimension {}: more than {}",
                                 blocked.size_per_thread[d], blocked.threads_per_warp[d],
                                 blocked.warps_per_cta[d], d, max_extent)};
    }
  }
  return std::nullopt;
}

std::optional<Problem> check(const Description& description, const Shape& shape) {
  if (shape.rank() != rank(description)) {
    return Problem{"shape",
                   fmt::format("has {}, but the layout has {}", counted(shape.rank(), "number"),
                               counted(rank(description), "dimension"))};
  }
  if (auto reason = not_sizes(shape)) return Problem{"shape", *reason};
  const Blocked& blocked = innermost(description);
  Shape extents(blocked.rank(), 1);
  const Dims dimensions = innermost_dimensions(description);
  for (int d = 0; d < shape.rank(); ++d) extents[static_cast<int>(dimensions[d])] = shape[d];
  const bool distinct = shape.rank() < blocked.rank();
  std::optional<Int> places = 1;
  for (int d = 0; d < blocked.rank() && places; ++d) {
    Axis axis{.extent = extents[d],
              .elements = blocked.size_per_thread[d],
              .lanes = blocked.threads_per_warp[d],
              .warps = blocked.warps_per_cta[d],
              .repetitions = ceil_div(extents[d], blocked.tile(d)),
              .distinct = distinct};
    places = checked_multiply(*places, axis.places());
  }
  if (!places || *places > max_places) {
    return Problem{"shape", "makes more than 2^62 places of the layout"};
  }
  return std::nullopt;
}

std::vector<std::string> refused_by_triton(const Description& description, const Shape& shape) {
  std::vector<std::string> refusals;
  const Blocked& blocked = innermost(description);
  struct Parameter {
    std::string_view name;
    const Dims* values;
  };
  const Parameter parameters[] = {{"size_per_thread", &blocked.size_per_thread},
                                  {"threads_per_warp", &blocked.threads_per_warp},
                                  {"warps_per_cta", &blocked.warps_per_cta},
                                  {"shape", &shape}};
  for (const auto& [name, values] : parameters) {
    if (!std::all_of(values->begin(), values->end(), power_of_two)) {
      refusals.push_back(
          fmt::format("Triton refuses {} {}: it takes only powers of two", name, to_text(*values)));
    }
  }
  constexpr Int most_elements = Int{1} << 20;
  const auto elements = checked_product(shape);
  if (!elements || *elements > most_elements) {
    refusals.push_back(fmt::format("Triton refuses shape {}: it takes at most {} elements",
                                   to_text(shape), most_elements));
  }
  return refusals;
}

}  // namespace layoutq
