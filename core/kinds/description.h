#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/layout.h"

/// The kinds of layouts, by the parameters that people give them. A kind's builder turns parameters
/// and a shape into a Layout; what names a layout to people stays here.
namespace layoutq {

struct Description;

/// Triton's blocked layout: a block of neighbouring elements per thread, threads in a warp and
/// warps in a CTA side by side. One number per dimension each, all positive; `order` is a
/// permutation of the dimensions, fastest first.
struct Blocked {
  Dims size_per_thread;
  Dims threads_per_warp;
  Dims warps_per_cta;
  Dims order;

  int rank() const { return size_per_thread.rank(); }
  /// size_per_thread × threads_per_warp × warps_per_cta along dimension d.
  Int tile(int d) const { return size_per_thread[d] * threads_per_warp[d] * warps_per_cta[d]; }
};

/// What is left of a layout when a reduction takes dimension `dim` of it away.
struct Slice {
  int dim = 0;  ///< 0 … rank of the parent − 1
  std::shared_ptr<const Description> parent;
};

struct Description {
  std::variant<Blocked, Slice> kind;
};

/// The rank of the layout's tensor.
int rank(const Description& description);

/// The blocked layout at the bottom of all slices.
const Blocked& innermost(const Description& description);

/// For each dimension of the layout's tensor, the dimension of `innermost` that it is.
Dims innermost_dimensions(const Description& description);

/// Which registers of a thread a layout numbers: all, or those that hold, in their lane, what no
/// lower register holds. A slice numbers these, and so, while it is built, does its parent.
enum class Registers { all, distinct };

/// The layout on a tensor of that shape. The parameters must have passed `check` (kinds/limits.h).
Layout build(const Description& description, const Shape& shape,
             Registers registers = Registers::all);

}  // namespace layoutq
