#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "core/kinds/amd_mfma.h"
#include "core/kinds/amd_wmma.h"
#include "core/kinds/blocked.h"
#include "core/kinds/by_steps.h"
#include "core/kinds/dot_operand.h"
#include "core/kinds/linear.h"
#include "core/kinds/nvidia_mma.h"
#include "core/kinds/shared/nvmma.h"
#include "core/kinds/shared/padded.h"
#include "core/kinds/shared/shared_linear.h"
#include "core/kinds/shared/swizzled.h"
#include "core/kinds/slice.h"

/// The table of the kinds. A kind is a struct of parameters, with Triton's names in Python
/// spelling, and the functions below, all in one pair of files. To add a kind, write the pair of
/// files and add a row. `Description`, the readers and the printers are made from the table; a kind
/// that lacks a function does not compile.
namespace layoutq {

struct AnyVisitor;

/// A kind that places its elements by functions of its own, without steps.
template <class Kind>
concept WithoutSteps = requires(const Kind& kind, const Shape& shape) {
  // The CTAs of a cluster.
  { blocks(kind) } -> std::same_as<Int>;
  // The shape that the layout covers once, without copies.
  { covered_shape(kind) } -> std::same_as<Shape>;
  // The first problem of a shape that has the right rank and sizes in 1 … max_extent.
  { problem_of(kind, shape, Registers::all) } -> std::same_as<std::optional<Problem>>;
  { build(kind, shape, Registers::all) } -> std::same_as<Layout>;
};

/// A kind of layouts of registers. Most kinds place their elements by steps (by_steps.h).
template <class Kind>
concept RegisterKind = requires(const Kind& kind, Kind& changed, AnyVisitor& visitor,
                                const DotOperand& operand, const std::optional<Shape>& shape) {
  requires BySteps<Kind> || WithoutSteps<Kind>;
  // Lists the parameters with their names (fields.h).
  visit_fields(changed, visitor);
  // The rank of the tensor, the lanes of a warp and the warps of a CTA.
  { rank(kind) } -> std::same_as<int>;
  { lanes(kind) } -> std::same_as<Int>;
  { warps(kind) } -> std::same_as<Int>;
  // The first problem of the parameters. The functions that place elements expect that there is
  // none.
  { problem_of(kind) } -> std::same_as<std::optional<Problem>>;
  // The layout of an operand whose parent is this layout (dot_operand.h).
  { operand_of(kind, operand, shape) } -> std::same_as<Operand>;
  // The reasons, a sentence each, for which Triton 3.6 refuses what layoutq accepts: parameters
  // and, if there is one, the shape. The parent of a slice has none.
  { refused_by_triton(kind, shape) } -> std::same_as<std::vector<std::string>>;
};

/// A kind of layouts of shared memory.
template <class Kind>
concept SharedKind = requires(const Kind& kind, Kind& changed, AnyVisitor& visitor,
                              const Shape& shape) {
  // Lists the parameters with their names (fields.h).
  visit_fields(changed, visitor);
  // The rank of the tensor, and the CTAs of a cluster.
  { rank(kind) } -> std::same_as<int>;
  { blocks(kind) } -> std::same_as<Int>;
  // The default shape, and whether the kind supports other shapes.
  { covered_shape(kind) } -> std::same_as<Shape>;
  { covers_any_shape(kind) } -> std::same_as<bool>;
  // The first problem of the parameters, or of a shape of the right rank and of powers of two.
  { problem_of(kind) } -> std::same_as<std::optional<Problem>>;
  { problem_of(kind, shape) } -> std::same_as<std::optional<Problem>>;
  { build(kind, shape) } -> std::same_as<SharedLayout>;
};

/// The names of a kind.
template <class Kind>
struct KindRow {
  std::string_view mlir;             ///< in `#ttg.NAME<{…}>`
  std::string_view python;           ///< its class in Gluon
  std::string_view older_mlir = {};  ///< in older versions of Triton: read, but never suggested
  /// The name in MLIR of a form of the kind that Gluon does not have, and the parameter that is
  /// true in this form.
  std::string_view form_mlir = {};
  bool Kind::*form = nullptr;
  /// A second constructor of Gluon's class, with other parameters: read, but never suggested.
  std::string_view python_constructor = {};
};

template <RegisterKind... Kinds>
constexpr std::tuple<KindRow<Kinds>...> register_table(const KindRow<Kinds>&... rows) {
  return {rows...};
}

template <SharedKind... Kinds>
constexpr std::tuple<KindRow<Kinds>...> shared_table(const KindRow<Kinds>&... rows) {
  return {rows...};
}

inline constexpr auto register_kinds = register_table(
    KindRow<Blocked>{.mlir = "blocked", .python = "BlockedLayout"},
    KindRow<Slice>{.mlir = "slice", .python = "SliceLayout"},
    KindRow<Linear>{.mlir = "linear", .python = "DistributedLinearLayout"},
    KindRow<NvidiaMma>{
        .mlir = "nvidia_mma", .python = "NVMMADistributedLayout", .older_mlir = "mma"},
    KindRow<DotOperand>{.mlir = "dot_op", .python = "DotOperandLayout"},
    KindRow<AmdMfma>{.mlir = "amd_mfma", .python = "AMDMFMALayout", .older_mlir = "mfma"},
    KindRow<AmdWmma>{.mlir = "amd_wmma", .python = "AMDWMMALayout"});

inline constexpr auto shared_kinds =
    shared_table(KindRow<SwizzledShared>{.mlir = "swizzled_shared",
                                         .python = "SwizzledSharedLayout",
                                         .older_mlir = "shared",
                                         .form_mlir = "amd_rotating_shared",
                                         .form = &SwizzledShared::rotating},
                 KindRow<NvmmaShared>{.mlir = "nvmma_shared", .python = "NVMMASharedLayout"},
                 KindRow<SharedLinear>{.mlir = "shared_linear", .python = "SharedLinearLayout"},
                 KindRow<PaddedShared>{.mlir = "padded_shared",
                                       .python = "PaddedSharedLayout",
                                       .python_constructor = "with_identity_for"});

template <class Table>
struct VariantOfTable;
template <class... Kinds>
struct VariantOfTable<std::tuple<KindRow<Kinds>...>> {
  using Type = std::variant<Kinds...>;
};
/// The variant of a table's kinds.
template <class Table>
using VariantOf = typename VariantOfTable<std::remove_const_t<Table>>::Type;

/// Calls the visitor with each row of both tables.
template <class Visitor>
constexpr void visit_kinds(const Visitor& visitor) {
  std::apply([&](const auto&... rows) { (visitor(rows), ...); },
             std::tuple_cat(register_kinds, shared_kinds));
}

/// Returns the kind's name in Triton's MLIR, such as "nvidia_mma". Compiles only for a kind that
/// has a row.
template <class Kind>
std::string_view kind_name(const Kind& kind) {
  constexpr auto row = std::get<KindRow<Kind>>(std::tuple_cat(register_kinds, shared_kinds));
  if constexpr (row.form != nullptr) {
    if (kind.*row.form) return row.form_mlir;
  }
  return row.mlir;
}

}  // namespace layoutq
