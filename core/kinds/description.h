#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/layout/dims.h"
#include "core/layout/layout.h"

/// The kinds of layouts and their parameters, with Triton's names in Python spelling. A kind's
/// builder makes a Layout from the parameters and a shape.
namespace layoutq {

struct Description;

/// Triton's blocked layout: each thread holds a tile of neighbouring elements, the threads of a
/// warp lie side by side, and so do the warps of a CTA. Every parameter has one positive number per
/// dimension; `order` is a permutation of the dimensions, fastest first.
struct Blocked {
  Dims size_per_thread;
  Dims threads_per_warp;
  Dims warps_per_cta;
  Dims order;
  Bases cga_layout = {};  ///< where the CTAs lie, in units of a CTA's shape; empty: one CTA

  int rank() const { return size_per_thread.rank(); }
  /// Returns size_per_thread × threads_per_warp × warps_per_cta along dimension d.
  Int tile(int d) const { return size_per_thread[d] * threads_per_warp[d] * warps_per_cta[d]; }
};

/// The layout that remains when a reduction removes dimension `dim` of its parent.
struct Slice {
  int dim = 0;  ///< 0 … rank of the parent − 1
  std::shared_ptr<const Description> parent;
};

/// A layout that is defined by its bases. Places combine by xor, so bases may share bits.
struct Linear {
  Bases reg_bases;
  Bases lane_bases;
  Bases warp_bases;
  Bases block_bases;
  Shape shape;  ///< the shape that the bases cover
};

/// The accumulator of NVIDIA's tensor cores: mma.sync (version 2) and wgmma (version 3).
struct NvidiaMma {
  Int version_major = 0;
  Int version_minor = 0;
  Dims warps_per_cta;
  Dims instr_shape;  ///< …, m, n in version 2, m, n, k in version 3
  Bases cga_layout = {};
};

/// An operand of a matrix product whose result has the layout `parent`.
struct DotOperand {
  Int operand_index = 0;  ///< 0 is A (M × K), 1 is B (K × N)
  std::shared_ptr<const Description> parent;
  Int k_width = 0;  ///< consecutive elements of a thread along K; 0 if the parent is blocked
};

/// The accumulator of AMD's matrix cores, on wavefronts of 64 lanes.
struct AmdMfma {
  Int version = 0;
  Dims instr_shape;  ///< m, n and, optionally, k
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
  Dims warps_per_cta;  ///< empty if the bases below are used instead
  /// The repetition of the instruction's tile in registers and over warps, in units of a tile.
  Bases reg_bases = {};
  Bases warp_bases = {};
  Dims instr_shape = {16, 16, 16};
  Dims tiles_per_warp = {};  ///< empty: one along each dimension
  Bases cga_layout = {};
};

struct Description {
  std::variant<Blocked, Slice, Linear, NvidiaMma, DotOperand, AmdMfma, AmdWmma> kind;
};

/// Returns the kind's name in Triton's MLIR: "blocked", "slice", "linear", "nvidia_mma", "dot_op",
/// "amd_mfma" or "amd_wmma".
std::string_view kind_name(const Description& description);

/// Returns the rank of the layout's tensor.
int rank(const Description& description);

/// Returns the innermost parent: the layout itself if it is not a slice.
const Description& innermost(const Description& description);

/// Returns, for each dimension of the layout's tensor, the corresponding dimension of `innermost`.
Dims innermost_dimensions(const Description& description);

/// Return the lanes of a warp, the warps of a CTA, and the CTAs of a cluster.
Int lanes(const Description& description);
Int warps(const Description& description);
Int blocks(const Description& description);

/// Returns the shape that the layout covers once, without copies. It is the default shape.
Shape covered_shape(const Description& description);

/// Which registers of a thread a layout numbers: all, or only those that hold an element which no
/// lower register of the lane holds. A slice numbers the latter, and so does its parent while the
/// slice is built.
enum class Registers { all, distinct };

/// Builds the layout on a tensor of this shape. The parameters and the shape must have passed
/// `problem_of` (kinds/limits.h).
Layout build(const Description& description, const Shape& shape,
             Registers registers = Registers::all);

}  // namespace layoutq
