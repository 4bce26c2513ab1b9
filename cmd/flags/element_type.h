#pragma once

#include <string>
#include <string_view>

#include "cmd/flags/command_line.h"
#include "cmd/flags/layout_flags.h"

namespace layoutq {

/// What a tensor's elements are.
struct ElementType {
  Int bytes = 4;     ///< of one: 1, 2, 4, 8 or 16
  std::string name;  ///< as it was named: "fp16", or "2-byte elements"
};

/// Declares --dtype and --bytes.
void add_element_type_flags(CommandLine* line);

/// Reads them; without them the elements are what the tensor's type `told` says, or else fp32.
/// Error for a type that is not known, and for both flags at once.
ElementType read_element_type(const CommandLine& line, std::string_view told);

/// The same for a layout in shared memory, which may say how wide its elements are. Error where it
/// says otherwise, and where they reach past byte 2^62.
ElementType read_element_type(const CommandLine& line, const SharedSubject& subject);

}  // namespace layoutq
