#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/kinds/any_description.h"

/// Reads and prints layouts as text: MLIR as Triton prints it, and Gluon's Python.
namespace layoutq {

/// The reason why a text cannot be read, and the position in bytes where it applies.
struct TextProblem {
  enum class Cause {
    other,
    missing_sign,   ///< the text lacks a `#` or `<`, or ends after one
    unknown_alias,  ///< the text names a layout that `aliases` does not have
  };
  std::size_t at = 0;
  std::string reason;
  Cause cause = Cause::other;
};

/// Returns the layout that an alias stands for, by its name without `#`, or null.
using Aliases = std::function<const AnyDescription*(std::string_view)>;

/// Reads one layout: `#ttg.blocked<{sizePerThread = [1, 4], …}>`, older `#triton_gpu.…`, an alias
/// `#mma` or `mma`, `#name = …`, or Python such as `ttgl.BlockedLayout([1, 4],
/// threads_per_warp=…)`. The parameters have the right form, but the caller must still check their
/// values by `problem_of`.
std::variant<AnyDescription, TextProblem> read_layout_text(std::string_view text,
                                                           const Aliases& aliases = {});

/// The type of a tensor, in registers or in shared memory.
struct TensorType {
  Shape shape;
  std::string_view element;              ///< "f16", "!tt.ptr<f32>"; points into the text
  std::string_view layout_text;          ///< the encoding; empty without one; points into the text
  std::optional<AnyDescription> layout;  ///< the layout that layout_text describes
  /// In shared memory: the shape that was allocated and has the layout, if the tensor is a part of
  /// it.
  std::optional<Shape> allocation = std::nullopt;

  /// True if the tensor is smaller than the allocation.
  bool is_part() const;
};

/// Reads a type: `tensor<128x64xf16, #mma>`, `tensor<64x1x!tt.ptr<f32>, #ttg.blocked<{…}>>`, or one
/// without a layout; or `!ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>`, whose shape may
/// begin with the number of such tensors.
std::variant<TensorType, TextProblem> read_tensor_type(std::string_view text,
                                                       const Aliases& aliases = {});

/// Returns the kind's name in MLIR without its dialect: "nvmma_shared" for
/// `#ttg.nvmma_shared<{…}>`; empty if the text is not an attribute.
std::string_view kind_of_text(std::string_view text);

/// True if layoutq models the kind with this MLIR name.
bool is_modelled(std::string_view kind);

/// Returns the layout as Triton prints it in MLIR.
std::string mlir_text(const Description& description);
std::string mlir_text(const SharedDescription& description);
std::string mlir_text(const AnyDescription& any);
/// Returns the layout as Gluon's Python, or nullopt if Gluon does not have the kind.
std::optional<std::string> python_text(const SharedDescription& description);
/// Returns the layout as a JSON object: its kind and all parameters, with Gluon's Python names.
std::string json_text(const Description& description);
std::string json_text(const SharedDescription& description);
std::string json_text(const AnyDescription& any);
/// Returns the bases as a `#ttg.linear<{…}>`, a `#ttg.shared_linear<{…}>` or a
/// `#ttg.padded_shared<…>`.
std::string mlir_text(const LinearLayout& layout);
std::string mlir_text(const SharedLayout& layout);

}  // namespace layoutq
