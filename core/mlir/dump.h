#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mlir/modules.h"

namespace layoutq {

/// A layout in a dump: one with an alias, or one that is written out in a type.
struct DumpLayout {
  std::string_view name;  ///< its alias without `#`; empty if it has none
  std::string_view text;  ///< as the file has it
  std::string_view kind;  ///< its kind's name in MLIR; empty for an alias of an alias
  std::optional<AnyDescription> layout;  ///< nullopt if the kind is not modelled, or on a problem
  std::optional<TextProblem> problem;
  std::size_t module = 0;               ///< the first module that has it
  std::vector<std::string_view> types;  ///< the types with this layout, each once
  std::vector<Shape> shapes;            ///< the shapes of these types, each once
};

/// The layouts of a file of MLIR: one module or several, with other text around them.
struct Dump {
  std::vector<DumpModule> modules;
  std::vector<DumpLayout> layouts;  ///< aliases in their order, then layouts written out in types

  /// Returns the layout of that name, with or without `#`; nullptr if there is none. If several
  /// modules define the name, the last definition counts.
  const DumpLayout* find(std::string_view name) const;
  /// Returns this dump's layouts by name, for the readers of layout text. Keeps a reference to the
  /// dump.
  Aliases aliases() const;
};

/// Reads the layouts of a dump in one pass over its lines. Accepts any text, and skips what is not
/// a layout. The dump keeps references into the text.
Dump read_dump(std::string_view text);

}  // namespace layoutq
