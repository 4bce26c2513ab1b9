#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/layout.h"

/// The kinds of layouts, by the parameters that people give them. A kind's builder turns parameters
/// and a shape into a Layout; what names a layout to people stays here. Names and meanings are
/// Triton's, whose Python spelling they have.
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
  Bases cga_layout = {};  ///< of the CTA in its cluster, in units of the shape that a CTA has

  int rank() const { return size_per_thread.rank(); }
  /// size_per_thread × threads_per_warp × warps_per_cta along dimension d.
  Int tile(int d) const { return size_per_thread[d] * threads_per_warp[d] * warps_per_cta[d]; }
};

/// What is left of a layout when a reduction takes dimension `dim` of it away.
struct Slice {
  int dim = 0;  ///< 0 … rank of the parent − 1
  std::shared_ptr<const Description> parent;
};

/// A layout given by its bases. They may overlap in bits: places combine by xor.
struct Linear {
  Bases reg_bases;
  Bases lane_bases;
  Bases warp_bases;
  Bases block_bases;
  Shape shape;  ///< of the tensor that they cover
};

/// The accumulator of NVIDIA's tensor cores: mma.sync (version 2) and wgmma (version 3).
struct NvidiaMma {
  Int version_major = 0;
  Int version_minor = 0;
  Dims warps_per_cta;
  Dims instr_shape;  ///< …, m, n in version 2, m, n, k in version 3
  Bases cga_layout = {};
};

/// An operand of a matrix product, as `parent`, the layout of the result, wants it.
struct DotOperand {
  Int operand_index = 0;  ///< 0 is A (M × K), 1 is B (K × N)
  std::shared_ptr<const Description> parent;
  Int k_width = 0;  ///< neighbouring elements of a thread along K; 0 for a blocked parent
};

/// The accumulator of AMD's matrix cores, on wavefronts of 64 lanes.
struct AmdMfma {
  Int version = 0;
  Dims instr_shape;  ///< m, n and perhaps k
  bool transposed = false;
  Dims warps_per_cta;
  Int element_bitwidth = 32;
  Dims tiles_per_warp = {};  ///< empty: one along each dimension
  Bases cga_layout = {};
};

/// The accumulator of AMD's matrix cores, on wavefronts of 32 lanes.
struct AmdWmma {
  Int version = 0;
  bool transposed = false;
  Dims warps_per_cta;  ///< empty where the bases below say it
  /// How tiles of the instruction repeat in registers and over warps, in units of a tile.
  Bases reg_bases = {};
  Bases warp_bases = {};
  Dims instr_shape = {16, 16, 16};
  Dims tiles_per_warp = {};  ///< empty: one along each dimension
  Bases cga_layout = {};
};

struct Description {
  std::variant<Blocked, Slice, Linear, NvidiaMma, DotOperand, AmdMfma, AmdWmma> kind;
};

/// The kind's name as Triton's MLIR has it: "blocked", "slice", "linear", "nvidia_mma", "dot_op",
/// "amd_mfma", "amd_wmma".
std::string_view kind_name(const Description& description);

/// The rank of the layout's tensor.
int rank(const Description& description);

/// The layout at the bottom of all slices.
const Description& innermost(const Description& description);

/// For each dimension of the layout's tensor, the dimension of `innermost` that it is.
Dims innermost_dimensions(const Description& description);

/// Lanes of a warp, warps of a CTA and CTAs of a cluster, as the parameters say.
Int lanes(const Description& description);
Int warps(const Description& description);
Int blocks(const Description& description);

/// What the layout covers once without copies: the tensor that is meant where no shape is given.
Shape covered_shape(const Description& description);

/// Which registers of a thread a layout numbers: all, or those that hold, in their lane, what no
/// lower register holds. A slice numbers these, and so, while it is built, does its parent.
enum class Registers { all, distinct };

/// The layout on a tensor of that shape. The parameters and the shape must have passed `check`
/// (kinds/limits.h).
Layout build(const Description& description, const Shape& shape,
             Registers registers = Registers::all);

}  // namespace layoutq
