#pragma once

#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/layout_flags.h"
#include "core/layout/layout.h"
#include "core/questions/memory.h"

namespace layoutq {

/// A tensor in memory, and the name of its element type.
struct PlacedTensor {
  Memory memory = {};
  std::string dtype;  ///< "fp16", or "2-byte elements"
};

/// Declares --dtype, --bytes, --strides, --memory-order and --offset-bytes.
void add_memory_flags(CommandLine* line);

/// Reads these flags for the layout's tensor. Its element type is the default. Throws Error for
/// wrong values, for two flags that give the same thing, and for addresses past 2^63.
PlacedTensor read_memory(const CommandLine& line, const Subject& subject);

}  // namespace layoutq
