#include "core/kinds/parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/kinds/steps.h"
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

std::optional<std::string> not_sizes(const Dims& dims) {
  for (Int value : dims) {
    if (value < 1 || value > max_extent) {
      return fmt::format("has {}, which is not in 1 to {}", value, max_extent);
    }
  }
  return std::nullopt;
}

std::optional<Problem> not_powers(std::string_view parameter, const Dims& values, int rank) {
  if (values.rank() != rank) {
    return Problem{parameter,
                   fmt::format("has {}, but the layout has {}", counted(values.rank(), "number"),
                               counted(rank, "dimension"))};
  }
  if (auto reason = not_sizes(values)) return Problem{parameter, *reason};
  for (Int value : values) {
    if (!is_power_of_two(value)) {
      return Problem{parameter, fmt::format("has {}, which is not a power of two", value)};
    }
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_bases(std::string_view parameter, const Bases& bases, int rank) {
  for (const Coordinate& basis : bases) {
    if (basis.rank() != rank) {
      return Problem{parameter,
                     fmt::format("has a basis of {}, but the layout has {}",
                                 counted(basis.rank(), "number"), counted(rank, "dimension"))};
    }
    for (Int distance : basis) {
      if (distance < 0 || distance > max_extent / 2) {
        return Problem{parameter,
                       fmt::format("has {}, which is not in 0 to {}", distance, max_extent / 2)};
      }
    }
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_ends(std::string_view parameter, const Bases& bases,
                                       const Shape& shape) {
  for (const Coordinate& basis : bases) {
    for (int d = 0; d < shape.rank(); ++d) {
      if (basis[d] < shape[d]) continue;
      return Problem{parameter, fmt::format("moves {} along dimension {}, past the shape {}",
                                            basis[d], d, to_text(shape))};
    }
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_cluster(const Bases& cga_layout, int rank) {
  if (auto problem = problem_of_bases("cga_layout", cga_layout, rank)) return problem;
  if (cga_layout.size() > static_cast<std::size_t>(std::countr_zero(Bits{max_blocks}))) {
    return Problem{"cga_layout", fmt::format("makes more than {} CTAs", max_blocks)};
  }
  Shape ctas;
  for (int d = 0; d < rank; ++d) ctas.push_back(Cluster{cga_layout}.split(d));
  if (!surjective(ctas, {&cga_layout})) {
    return Problem{"cga_layout", fmt::format("leaves gaps among {} CTAs", dims_text(ctas))};
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_block_bases(const Bases& block_bases) {
  if (block_bases.size() <= static_cast<std::size_t>(std::countr_zero(Bits{max_blocks}))) {
    return std::nullopt;
  }
  return Problem{"block_bases", fmt::format("makes more than {} CTAs", max_blocks)};
}

Problem too_many_places() { return {"shape", "gives the layout more than 2^62 places"}; }

Int product(const Dims& dims) { return checked_product(dims).value_or(0); }

}  // namespace layoutq
