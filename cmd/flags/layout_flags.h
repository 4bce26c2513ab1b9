#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "cmd/flags/command_line.h"
#include "core/kinds/any_description.h"
#include "core/mlir/dump.h"

namespace layoutq {

class DumpFile;

/// The layout that a command line asks about.
struct Subject {
  Description description;
  Shape shape;
  Layout layout;
  std::string element = {};  ///< the tensor's element type in MLIR, where it is told
};

/// The layout in shared memory that a command line asks about.
struct SharedSubject {
  SharedDescription description;
  Shape shape;
  SharedLayout layout;
  std::string element = {};       ///< the tensor's element type in MLIR, where it is told
  Int count = 1;                  ///< how many such tensors the type has, this being the first
  bool shape_by_default = false;  ///< nothing told the shape
};

using AnySubject = std::variant<Subject, SharedSubject>;

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
  const DumpFile* file = nullptr;                         ///< --from's, where it is read already
};

/// Declares the flags that tell a layout: the same for every subcommand.
void add_layout_flags(CommandLine* line);
/// Those of them that name a file and a tensor, for subcommands that name layouts otherwise.
void add_file_flag(CommandLine* line);
void add_tensor_flags(CommandLine* line);

/// Reads them. Error for whatever is missing or wrong.
AnySubject read_any_layout(const CommandLine& line, const LayoutWords& words = {});
/// The same, and Error for a layout in shared memory.
Subject read_layout(const CommandLine& line, const LayoutWords& words = {});

/// A layout as its text, with the names of `dump` if there is one: `what` was given it. Error for a
/// text that can't be read, and for parameters that don't go together.
AnyDescription read_any_description(std::string_view what, std::string_view text, const Dump* dump);

/// The layout on the shape, or on what it covers once where there is none; `what` names the shape
/// in the Error for one on which there is no such layout.
Subject on_shape(std::string_view what, const Description& description,
                 const std::optional<Shape>& shape);
SharedSubject on_shape(std::string_view what, const SharedDescription& description,
                       const std::optional<Shape>& shape);
AnySubject on_shape(std::string_view what, const AnyDescription& any,
                    const std::optional<Shape>& shape);

/// Error for any of the flags: only of a layout in shared memory do they tell anything, or only of
/// one of registers.
void not_for_registers(const CommandLine& line, std::initializer_list<std::string_view> flags);
void not_for_memory(const CommandLine& line, std::initializer_list<std::string_view> flags);

/// Error where the lanes differ from what --warp-size or the file's module says.
void check_lanes(const CommandLine& line, const Description& description, const DumpFile* file);

/// What the types of a dump agree on that have the layout in shared memory of that name: the shape
/// of one tensor, and the element type. Nothing where they differ, or `text` is no name.
struct ToldByDump {
  std::optional<Shape> shape;
  std::string element;
};
ToldByDump told_by(const Dump* dump, std::string_view text);

/// The shape of one tensor of that layout: a type in shared memory may begin with how many there
/// are.
Shape without_count(const AnyDescription& any, const Shape& shape);

/// Why a text can't be read, with the place: "expected ']' at column 37: ...[1, 4, threads...".
std::string problem_in_text(std::string_view text, const TextProblem& problem);

/// A tensor's type. Error for one that can't be read.
TensorType read_tensor(std::string_view what, std::string_view text, const Dump* dump);

}  // namespace layoutq
