#pragma once

#include <string>

#include "cmd/flags/command_line.h"
#include "cmd/flags/layout_flags.h"
#include "core/layout/layout.h"
#include "core/questions/memory.h"

namespace layoutq {

/// A tensor in global memory, and its element type as it was typed.
struct PlacedTensor {
  Memory memory = {};
  std::string dtype;  ///< "fp16", or "2-byte elements"
};

/// Declares --dtype, --bytes, --strides, --memory-order and --offset-bytes.
void add_memory_flags(CommandLine* line);

/// Reads them for the layout's tensor, whose own element type is used unless --dtype or --bytes is
/// given. Throws Error for a wrong value, for flags that exclude each other, and for an address
/// past 2^63.
PlacedTensor read_memory(const CommandLine& line, const Subject& subject);

}  // namespace layoutq
