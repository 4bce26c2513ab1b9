#pragma once

#include <map>
#include <optional>
#include <variant>

#include "core/kernel/note.h"
#include "core/layout/layout.h"
#include "core/layout/shared_layout.h"
#include "core/mlir/kernels.h"

namespace layoutq {

/// The CTAs of no hardware have more warps, and its warps no more lanes.
inline constexpr Int most_warps = 64;
inline constexpr Int most_lanes = 64;

/// The layout of a tensor in registers, built on the tensor's shape.
struct RegisterLayout {
  std::optional<Layout> layout;  ///< nullopt if it cannot be built
  std::optional<Note> problem;   ///< why it cannot be built; or that a size is not a power of two
};

/// Builds the layouts of a dump's types, those in registers once each.
class TensorLayouts {
 public:
  /// Keeps a reference to `kernels`, which must outlive it.
  explicit TensorLayouts(const Kernels& kernels) : kernels_(kernels) {}

  /// The layout in registers of a type, by its position in Kernels::types.
  const RegisterLayout& registers(int type);
  /// The layout of a type in shared memory, or why it cannot be built.
  std::variant<SharedLayout, Note> shared(int type) const;

 private:
  const Kernels& kernels_;
  std::map<int, RegisterLayout> registers_;
};

}  // namespace layoutq
