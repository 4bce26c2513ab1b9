#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "cmd/flags/command_line.h"
#include "cmd/report/subject.h"
#include "core/kinds/any_description.h"
#include "core/mlir/dump.h"

namespace layoutq {

class DumpFile;

/// The part of a command line's layout that does not come from the layout flags.
struct LayoutWords {
  /// A dimension to drop after those of --slice, with the flag that names it.
  struct Slice {
    std::string_view flag;
    std::string_view dimension;
  };
  std::optional<Slice> then_slice = std::nullopt;
  std::optional<std::string_view> layout = std::nullopt;  ///< the text of a layout, as for --layout
  std::optional<std::string_view> tensor = std::nullopt;  ///< the type of a tensor, as for --tensor
  const DumpFile* file = nullptr;                         ///< --from's file, if it has been read
};

/// Declares the flags that give a layout, which are the same for every subcommand.
void add_layout_flags(CommandLine* line);
/// Declares only --from, or only --tensor and --shape, for subcommands whose layouts are words. The
/// help of --tensor shows a layout in the type if `with_layout`.
void add_file_flag(CommandLine* line);
void add_tensor_flags(CommandLine* line, bool with_layout);

/// Reads the layout flags. Throws Error if anything is missing or wrong.
AnySubject read_any_layout(const CommandLine& line, const LayoutWords& words = {});
/// Does the same, and throws Error for a layout in shared memory.
Subject read_layout(const CommandLine& line, const LayoutWords& words = {});

/// Reads the text of a layout. The text may use the names in `dump`, unless that is nullptr. Errors
/// begin with `what`, the flag that gave the text. Throws Error if the text cannot be read or its
/// parameters do not fit each other.
AnyDescription read_any_description(std::string_view what, std::string_view text, const Dump* dump);

/// Builds the layout on a shape, or on the shape that it covers exactly once if `shape` is nullopt.
/// Throws Error if there is no such layout on the shape, which the error calls `what`.
Subject on_shape(std::string_view what, const Description& description,
                 const std::optional<Shape>& shape);
SharedSubject on_shape(std::string_view what, const SharedDescription& description,
                       const std::optional<Shape>& shape);
AnySubject on_shape(std::string_view what, const AnyDescription& any,
                    const std::optional<Shape>& shape);

/// Throws Error if one of the flags is given. Those of the first function are only for layouts in
/// shared memory, those of the second only for layouts of registers.
void not_for_registers(const CommandLine& line, std::initializer_list<std::string_view> flags);
void not_for_memory(const CommandLine& line, std::initializer_list<std::string_view> flags);

/// Throws Error if the layout's number of lanes differs from --warp-size or from that of the file's
/// module. `file` may be nullptr.
void check_lanes(const CommandLine& line, const Description& description, const DumpFile* file);

/// The shape and the element type that all types of a dump with one layout in shared memory agree
/// on. Either is empty if they differ.
struct CommonType {
  std::optional<Shape> shape;
  std::string element;
};
/// Returns them for the layout called `text`. Both are empty if no layout has that name.
CommonType common_type(const Dump* dump, std::string_view text);

/// Returns the shape of one tensor. The shape of a type in shared memory may have a leading extent:
/// the number of tensors.
Shape without_count(const AnyDescription& any, const Shape& shape);

/// Says why a text cannot be read, and where: "expected ']' at column 37: ...[1, 4, threads...".
std::string problem_in_text(std::string_view text, const TextProblem& problem);

/// Reads the type of a tensor. Throws Error if it cannot be read.
TensorType read_tensor(std::string_view what, std::string_view text, const Dump* dump);

}  // namespace layoutq
