#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/kinds/any_description.h"

/// Layouts from the text that people already have: MLIR as Triton prints it, and Gluon's Python.
namespace layoutq {

/// Why a text can't be read: where, in bytes from its start, and what is wrong or expected there.
struct TextProblem {
  std::size_t at = 0;
  std::string reason;
};

/// What an alias stands for, by its name without `#`; null for a name that is none.
using Aliases = std::function<const AnyDescription*(std::string_view)>;

/// One layout: `#ttg.blocked<{sizePerThread = [1, 4], …}>`, older `#triton_gpu.…`, an alias `#mma`
/// or `mma`, `#name = …`, or Python such as `ttgl.BlockedLayout([1, 4], threads_per_warp=…)`. Its
/// parameters are of the right form, and still to be checked (kinds/limits.h,
/// kinds/shared/shared_limits.h).
std::variant<AnyDescription, TextProblem> read_layout_text(std::string_view text,
                                                           const Aliases& aliases = {});

/// The type of a tensor, in registers or in shared memory.
struct TensorType {
  Shape shape;
  std::string_view element;              ///< "f16", "!tt.ptr<f32>": a part of the text
  std::string_view layout_text;          ///< of the encoding, empty without one: a part of the text
  std::optional<AnyDescription> layout;  ///< what it says
  /// Of shared memory: what was allocated, and has the layout, where the tensor is a part of it.
  std::optional<Shape> allocation = std::nullopt;

  /// Whether it is less than the tensor that was allocated, which has the layout.
  bool is_part() const;
};

/// `tensor<128x64xf16, #mma>`, `tensor<64x1x!tt.ptr<f32>, #ttg.blocked<{…}>>`, or without a layout;
/// `!ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>`, whose shape may begin with how many such
/// tensors there are.
std::variant<TensorType, TextProblem> read_tensor_type(std::string_view text,
                                                       const Aliases& aliases = {});

/// The kind's name in MLIR without its dialect: "nvmma_shared" of `#ttg.nvmma_shared<{…}>`; empty
/// where the text is no attribute.
std::string_view kind_of_text(std::string_view text);

/// Whether layoutq models a kind of that MLIR name.
bool is_modelled(std::string_view kind);

/// The class of Gluon's Python for a kind of that MLIR name; empty where there is none.
std::string_view python_name(std::string_view kind);

/// The layout as Triton prints it in MLIR.
std::string mlir_text(const Description& description);
std::string mlir_text(const SharedDescription& description);
std::string mlir_text(const AnyDescription& any);
/// The layout as Gluon's Python has it; nothing for a kind that Gluon does not have.
std::optional<std::string> python_text(const SharedDescription& description);
/// The layout as a JSON object: its kind and every parameter, with Gluon's Python names.
std::string json_text(const Description& description);
std::string json_text(const SharedDescription& description);
std::string json_text(const AnyDescription& any);
/// The bases as the text of a `#ttg.linear<{…}>`, of a `#ttg.shared_linear<{…}>` or of a
/// `#ttg.padded_shared<…>`.
std::string mlir_text(const LinearLayout& layout);
std::string mlir_text(const SharedLayout& layout);

}  // namespace layoutq
