#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cmd/flags/command_line.h"
#include "core/kinds/description.h"
#include "core/text/dump.h"

namespace layoutq {

/// The layout that a command line asks about.
struct Subject {
  Description description;
  Shape shape;
  Layout layout;
  std::string element = {};  ///< the tensor's element type in MLIR, where it is told
};

/// What a command line says of its layout besides the flags.
struct LayoutWords {
  /// A dimension to drop after those of --slice: the flag that names it, and the flag's value.
  struct Slice {
    std::string_view flag;
    std::string_view dimension;
  };
  std::optional<Slice> then_slice = std::nullopt;
  std::optional<std::string_view> layout = std::nullopt;  ///< as --layout has it
  std::optional<std::string_view> tensor = std::nullopt;  ///< as --tensor has it
};

/// Declares the flags that tell a layout: the same for every subcommand.
void add_layout_flags(CommandLine* line);
/// Those of them that name a file and a tensor, for subcommands that name layouts otherwise.
void add_file_flag(CommandLine* line);
void add_tensor_flags(CommandLine* line);

/// Reads them. Error for whatever is missing or wrong.
Subject read_layout(const CommandLine& line, const LayoutWords& words = {});

/// A layout as its text, with the names of `dump` if there is one: `what` was given it. Error for a
/// text that can't be read, and for parameters that don't go together.
Description read_description(std::string_view what, std::string_view text, const Dump* dump);

/// The layout on the shape, or on what it covers once where there is none; `what` names the shape
/// in the Error for one on which there is no such layout.
Subject on_shape(std::string_view what, const Description& description,
                 const std::optional<Shape>& shape);

/// Why a text can't be read, with the place: "expected ']' at column 37: ...[1, 4, threads...".
std::string problem_in_text(std::string_view text, const TextProblem& problem);

/// A tensor's type. Error for one that can't be read.
TensorType read_tensor(std::string_view what, std::string_view text, const Dump* dump);

}  // namespace layoutq
