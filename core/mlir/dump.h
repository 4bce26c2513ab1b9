#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mlir/modules.h"

namespace layoutq {

/// A layout of a dump: one that has a name there, or is written in place within a type.
struct DumpLayout {
  std::string_view name;                 ///< without `#`; empty in place
  std::string_view text;                 ///< as it is written
  std::string_view kind;                 ///< its name in MLIR; empty for an alias of an alias
  std::optional<AnyDescription> layout;  ///< nothing for a kind that is not modelled, or a problem
  std::optional<TextProblem> problem;
  std::size_t module = 0;               ///< that has it first
  std::vector<std::string_view> types;  ///< different types that have it as their layout
  std::vector<Shape> shapes;            ///< theirs, each once
};

/// What a file of MLIR says about layouts: one module or several, with whatever stands around them.
struct Dump {
  std::vector<DumpModule> modules;
  std::vector<DumpLayout> layouts;  ///< the named ones as they come, then those in place

  /// The layout of that name, with or without `#`; of several modules', the last one's. Null for
  /// none.
  const DumpLayout* find(std::string_view name) const;
  /// Layouts of this dump by their names, for the readers of text. Refers to the dump.
  Aliases aliases() const;
};

/// Reads a dump in one pass over its lines. Whatever is no layout is passed over, so that there is
/// no text that it does not take. The dump refers to the text.
Dump read_dump(std::string_view text);

}  // namespace layoutq
