#pragma once

#include <string>
#include <string_view>

#include "cmd/flags/command_line.h"
#include "cmd/flags/layout_flags.h"

namespace layoutq {

/// The element type of a tensor.
struct ElementType {
  Int bytes = 4;     ///< size of an element: 1, 2, 4, 8 or 16
  std::string name;  ///< as typed: "fp16", or "2-byte elements"
};

/// Declares --dtype and --bytes.
void add_element_type_flags(CommandLine* line);

/// Reads these flags. Without them the element type is `told`, from the tensor's type, or else
/// fp32. Throws Error for an unknown type, and if both flags are used.
ElementType read_element_type(const CommandLine& line, std::string_view told);

/// Does the same for a layout of shared memory, which may define the width of its elements. Throws
/// Error if the two differ, and if elements reach past byte 2^62.
ElementType read_element_type(const CommandLine& line, const SharedSubject& subject);

}  // namespace layoutq
