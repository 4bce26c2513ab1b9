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
  std::string element = {};  ///< the tensor's element type in MLIR, if known
};

/// The layout of shared memory that a command line asks about.
struct SharedSubject {
  SharedDescription description;
  Shape shape;
  SharedLayout layout;
  std::string element = {};       ///< the tensor's element type in MLIR, if known
  Int count = 1;                  ///< number of such tensors in the type; this is the first
  bool shape_by_default = false;  ///< true if neither flags nor types give the shape
};

using AnySubject = std::variant<Subject, SharedSubject>;

/// What a command line says about its layout without using the layout flags.
struct LayoutWords {
  /// A dimension to drop after those of --slice: the flag that gives it, and the flag's value.
  struct Slice {
    std::string_view flag;
    std::string_view dimension;
  };
  std::optional<Slice> then_slice = std::nullopt;
  std::optional<std::string_view> layout = std::nullopt;  ///< like the value of --layout
  std::optional<std::string_view> tensor = std::nullopt;  ///< like the value of --tensor
  const DumpFile* file = nullptr;                         ///< the file of --from, if already read
};

/// Declares the flags that give a layout. They are the same for every subcommand.
void add_layout_flags(CommandLine* line);
/// Declare only the flags of a file and of a tensor, for subcommands that name layouts differently.
void add_file_flag(CommandLine* line);
void add_tensor_flags(CommandLine* line);

/// Reads these flags. Throws Error for anything missing or wrong.
AnySubject read_any_layout(const CommandLine& line, const LayoutWords& words = {});
/// Does the same, and throws Error for a layout of shared memory.
Subject read_layout(const CommandLine& line, const LayoutWords& words = {});

/// Reads a layout from its text, which may use the names of `dump`, unless it is null. `what` is
/// the flag, for errors. Throws Error for a text that cannot be read and for inconsistent
/// parameters.
AnyDescription read_any_description(std::string_view what, std::string_view text, const Dump* dump);

/// Builds the layout on the shape or, without one, on the shape that it covers once. Throws Error
/// if the layout does not fit the shape; `what` names the shape in it.
Subject on_shape(std::string_view what, const Description& description,
                 const std::optional<Shape>& shape);
SharedSubject on_shape(std::string_view what, const SharedDescription& description,
                       const std::optional<Shape>& shape);
AnySubject on_shape(std::string_view what, const AnyDescription& any,
                    const std::optional<Shape>& shape);

/// Throw Error if one of the flags is used. These flags only apply to layouts of shared memory, or
/// only to layouts of registers.
void not_for_registers(const CommandLine& line, std::initializer_list<std::string_view> flags);
void not_for_memory(const CommandLine& line, std::initializer_list<std::string_view> flags);

/// Throws Error if the number of lanes differs from --warp-size or from the file's module.
void check_lanes(const CommandLine& line, const Description& description, const DumpFile* file);

/// The shape of one tensor and the element type, if all types of a dump with this layout of shared
/// memory agree on them. Empty if they differ or `text` is not a name.
struct ToldByDump {
  std::optional<Shape> shape;
  std::string element;
};
ToldByDump told_by(const Dump* dump, std::string_view text);

/// Returns the shape of one tensor of this layout. A type in shared memory may begin with the
/// number of tensors.
Shape without_count(const AnyDescription& any, const Shape& shape);

/// Describes why a text cannot be read: "expected ']' at column 37: ...[1, 4, threads...".
std::string problem_in_text(std::string_view text, const TextProblem& problem);

/// Reads a tensor's type. Throws Error if that fails.
TensorType read_tensor(std::string_view what, std::string_view text, const Dump* dump);

}  // namespace layoutq
