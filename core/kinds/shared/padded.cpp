#include "core/kinds/shared/padded.h"

#include <fmt/format.h>

#include "core/kinds/shared/offsets.h"
#include "core/kinds/steps.h"

namespace layoutq {

namespace {

/// Returns the problem if paddings move offsets past max_places.
std::optional<Problem> problem_of_paddings(const std::vector<Padding>& paddings, Int elements) {
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

int rank(const PaddedShared& shared) { return shared.shape.rank(); }
Int blocks(const PaddedShared& shared) { return Int{1} << shared.block_bases.size(); }
bool covers_any_shape(const PaddedShared&) { return false; }
Shape covered_shape(const PaddedShared& shared) { return shared.shape; }

std::optional<Problem> problem_of(const PaddedShared& shared) {
  if (auto problem = problem_of_offsets(shared.offset_bases, shared.block_bases, shared.shape)) {
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
      return Problem{"interval_padding_pairs", fmt::format("has the interval {} twice", interval)};
    }
  }
  return std::nullopt;
}

std::optional<Problem> problem_of(const PaddedShared& shared, const Shape& shape) {
  if (auto problem = problem_of_other_shape(shape, shared.shape)) return problem;
  return problem_of_paddings(shared.paddings, *checked_product(shape));
}

SharedLayout build(const PaddedShared& shared, const Shape& shape) {
  return SharedLayout(LinearLayout(shape, shared.offset_bases, {}, {}, shared.block_bases),
                      shared.paddings);
}

}  // namespace layoutq
