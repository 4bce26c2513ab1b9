#pragma once

#include <string>
#include <string_view>

#include "cmd/flags/command_line.h"
#include "cmd/flags/layout_flags.h"

namespace layoutq {

/// The type of a tensor's elements.
struct ElementType {
  Int bytes = 4;     ///< of one element: 1, 2, 4, 8 or 16
  std::string name;  ///< as it was typed: "fp16"; or "2-byte elements"
};

/// Declares --dtype and --bytes.
void add_element_type_flags(CommandLine* line);

/// Reads them. Without them the element type is `mlir_type`, which is MLIR's text of it, or fp32 if
/// that is empty. Throws Error for an unknown type and for both flags at once.
ElementType read_element_type(const CommandLine& line, std::string_view mlir_type);

/// Does the same for a layout in shared memory, which may fix the width of its elements. Also
/// throws Error if that width differs from the flags', or if the tensor reaches past byte 2^62.
ElementType read_element_type(const CommandLine& line, const SharedSubject& subject);

}  // namespace layoutq
