#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/shared_layout.h"

/// The kinds of layouts of shared memory and their parameters, with Triton's names in Python
/// spelling.
namespace layoutq {

/// Rows along order[0] follow each other in memory, and each row's vectors of `vec` elements are
/// permuted: in row r, vector v lies at position v xor phase, with phase = (r / per_phase) mod
/// max_phase. A rotating layout, AMD's `amd_rotating_shared`, also xors the number of times that
/// the phases have restarted.
struct SwizzledShared {
  Int vec = 1;        ///< elements
  Int per_phase = 1;  ///< rows
  Int max_phase = 1;
  Dims order = {};  ///< dimensions, fastest first
  bool rotating = false;
  /// In old versions of Triton, true means what is an NvmmaShared today.
  bool has_leading_offset = false;
  Bases cga_layout = {};  ///< where the CTAs lie, in units of a CTA's shape; empty: one CTA
};

/// The layout that NVIDIA's tensor cores and bulk copies expect: tiles of 8 rows that are as wide
/// as the swizzle.
struct NvmmaShared {
  Int swizzle_byte_width = 0;  ///< 128, 64 or 32; 0 means not swizzled
  Int element_bitwidth = 16;
  Int rank = 2;
  bool transposed = false;  ///< dimension 0 is the fastest
  bool fp4_padded = false;
  Bases cga_layout = {};
};

/// A layout that is defined by the bases of its offsets.
struct SharedLinear {
  Bases offset_bases;
  Bases block_bases = {};
  Int alignment = 16;  ///< of the whole tensor, in bytes
  Shape shape;         ///< that the bases cover
};

/// A layout that is defined by the bases of its offsets, with padding.
struct PaddedShared {
  std::vector<Padding> paddings;
  Bases offset_bases;
  Bases block_bases = {};
  Shape shape;  ///< that the bases cover
};

/// The kind and the parameters of a layout of shared memory.
struct SharedDescription {
  std::variant<SwizzledShared, NvmmaShared, SharedLinear, PaddedShared> kind;
};

/// Returns the kind's name in Triton's MLIR: "swizzled_shared", "amd_rotating_shared",
/// "nvmma_shared", "shared_linear" or "padded_shared".
std::string_view kind_name(const SharedDescription& description);

/// Returns the rank of the layout's tensor.
int rank(const SharedDescription& description);

/// Returns the number of CTAs of the cluster.
Int blocks(const SharedDescription& description);

/// Returns the default shape: the one that the bases cover, a tile of 8 rows, or one period of a
/// swizzle.
Shape covered_shape(const SharedDescription& description);

/// True if the kind also supports other shapes.
bool covers_any_shape(const SharedDescription& description);

/// Builds the layout on a tensor of this shape. The parameters and the shape must have passed
/// `problem_of` (shared_limits.h). Sources: Triton's `toLinearLayout`, and what its kernels store
/// (tests/oracle/shared_layouts.tsv, shared_3_6.tsv).
SharedLayout build(const SharedDescription& description, const Shape& shape);

/// Returns the bases of offsets that walk through `shape` in `order`, fastest dimension first.
Bases bases_in_order(const Shape& shape, const Dims& order);

/// Returns the order for which `bases_in_order` gives these bases, or nullopt if there is none.
std::optional<Dims> order_of_bases(const Shape& shape, const Bases& bases);

/// The permutation of a row's vectors by xor with the row's phase.
struct Swizzle {
  Int vec = 1;        ///< elements
  Int per_phase = 1;  ///< rows
  Int max_phase = 1;
  bool rotating = false;

  /// Returns the phase of a row, counted from the first row of the tile.
  Int phase(Int row) const;
};

/// A tile of an NvmmaShared: 8 rows, with a swizzle and a number of columns.
struct NvmmaTile {
  Swizzle swizzle;
  Int columns = 0;

  static constexpr Int rows = 8;
};
/// Returns the tile. Vectors have 16 bytes. There are 8 phases for a width of 128 bytes, and fewer
/// for narrower ones.
NvmmaTile tile_of(const NvmmaShared& shared);

/// Returns the box of a bulk copy: the part of a CTA's tensor that lies together in memory. It is
/// at most 256 elements long and as wide as the swizzle (source: Triton 3.6).
Shape nvmma_box(const NvmmaShared& shared, const Shape& shape_per_cta);

}  // namespace layoutq
