#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/shared_layout.h"

/// The kinds of layouts that place a tensor in shared memory, by the parameters that people give
/// them. Names and meanings are Triton's, whose Python spelling they have.
namespace layoutq {

/// Rows of order[0], one after the other, whose vectors of `vec` elements change places: in row r
/// vector v lies where vector v xor phase would, and phase = (r / per_phase) mod max_phase. A
/// rotating one adds a further xor with how often the phases have begun anew: AMD's
/// `amd_rotating_shared`.
struct SwizzledShared {
  Int vec = 1;        ///< elements
  Int per_phase = 1;  ///< rows
  Int max_phase = 1;
  Dims order = {};  ///< of the dimensions, fastest first
  bool rotating = false;
  /// Of old versions: true is what is an NvmmaShared today.
  bool has_leading_offset = false;
  Bases cga_layout = {};  ///< of the CTA in its cluster, in units of the shape that a CTA has
};

/// What NVIDIA's tensor cores and its bulk copies take: tiles of 8 rows, a swizzle's width wide.
struct NvmmaShared {
  Int swizzle_byte_width = 0;  ///< 128, 64 or 32; 0: not swizzled
  Int element_bitwidth = 16;
  Int rank = 2;
  bool transposed = false;  ///< dimension 0 is the fastest
  bool fp4_padded = false;
  Bases cga_layout = {};
};

/// Offsets by their bases.
struct SharedLinear {
  Bases offset_bases;
  Bases block_bases = {};
  Int alignment = 16;  ///< of the whole, in bytes
  Shape shape;         ///< that the bases cover
};

/// Offsets by their bases, with padding.
struct PaddedShared {
  std::vector<Padding> paddings;
  Bases offset_bases;
  Bases block_bases = {};
  Shape shape;  ///< that the bases cover
};

/// A layout in shared memory, by its kind and parameters.
struct SharedDescription {
  std::variant<SwizzledShared, NvmmaShared, SharedLinear, PaddedShared> kind;
};

/// The kind's name as Triton's MLIR has it: "swizzled_shared", "amd_rotating_shared",
/// "nvmma_shared", "shared_linear", "padded_shared".
std::string_view kind_name(const SharedDescription& description);

/// The rank of the layout's tensor.
int rank(const SharedDescription& description);

/// CTAs of a cluster, as the parameters say.
Int blocks(const SharedDescription& description);

/// The tensor that is meant where no shape is given: what the bases cover, a tile of 8 rows, or
/// what a swizzle takes to repeat.
Shape covered_shape(const SharedDescription& description);

/// Whether the kind goes with other shapes than that one, too.
bool covers_any_shape(const SharedDescription& description);

/// The layout on a tensor of that shape. The parameters and the shape must have passed `check`
/// (shared_limits.h). As Triton's `toLinearLayout` has it, and its kernels store
/// (tests/oracle/shared_layouts.tsv, shared_3_6.tsv).
SharedLayout build(const SharedDescription& description, const Shape& shape);

/// The bases of offsets 1, 2, 4, … that walk through `shape` in `order`, fastest dimension first.
Bases bases_in_order(const Shape& shape, const Dims& order);

/// The order in which bases walk through the shape, where they are those.
std::optional<Dims> order_of_bases(const Shape& shape, const Bases& bases);

/// How a kind xors the vectors of a row, in tiles of so many rows and columns.
struct Swizzle {
  Int vec = 1;        ///< elements
  Int per_phase = 1;  ///< rows
  Int max_phase = 1;
  bool rotating = false;

  /// Of a row, counted from the tile's first.
  Int phase(Int row) const;
};

/// A tile of an NvmmaShared: its swizzle, and how many columns it has; 8 rows.
struct NvmmaTile {
  Swizzle swizzle;
  Int columns = 0;

  static constexpr Int rows = 8;
};
/// Vectors of 16 bytes, 8 phases over 8 rows of 128 bytes, fewer over narrower ones.
NvmmaTile tile_of(const NvmmaShared& shared);

/// What of a CTA's tensor an NvmmaShared lays out before it begins again: the box of a bulk copy,
/// which is at most 256 elements long and as wide as the swizzle, as Triton 3.6 cuts it.
Shape nvmma_box(const NvmmaShared& shared, const Shape& shape_per_cta);

}  // namespace layoutq
