#pragma once

#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/layout_flags.h"
#include "core/layout/layout.h"
#include "core/questions/memory.h"

namespace layoutq {

/// A tensor in memory, and its element type as it was named.
struct PlacedTensor {
  Memory memory = {};
  std::string dtype;  ///< "fp16", or "2-byte elements"
};

/// Declares --dtype, --bytes, --strides, --memory-order and --offset-bytes.
void add_memory_flags(CommandLine* line);

/// Reads them for the layout's tensor, whose element type counts unless they say another. Error for
/// what is wrong, two flags that say the same thing, and addresses past 2^63.
PlacedTensor read_memory(const CommandLine& line, const Subject& subject);

}  // namespace layoutq
