#include "core/kinds/shared/shared_linear.h"

#include <fmt/format.h>

#include "core/kinds/parameters.h"
#include "core/kinds/shared/offsets.h"
#include "core/kinds/steps.h"

namespace layoutq {

int rank(const SharedLinear& shared) { return shared.shape.rank(); }
Int blocks(const SharedLinear& shared) { return Int{1} << shared.block_bases.size(); }
bool covers_any_shape(const SharedLinear&) { return false; }
Shape covered_shape(const SharedLinear& shared) { return shared.shape; }

std::optional<Problem> problem_of(const SharedLinear& shared) {
  if (!is_power_of_two(shared.alignment)) {
    return Problem{"alignment",
                   fmt::format("is {}, which is not a power of two", shared.alignment)};
  }
  return problem_of_offsets(shared.offset_bases, shared.block_bases, shared.shape);
}

std::optional<Problem> problem_of(const SharedLinear& shared, const Shape& shape) {
  return problem_of_other_shape(shape, shared.shape);
}

SharedLayout build(const SharedLinear& shared, const Shape& shape) {
  return SharedLayout(LinearLayout(shape, shared.offset_bases, {}, {}, shared.block_bases), {});
}

}  // namespace layoutq
