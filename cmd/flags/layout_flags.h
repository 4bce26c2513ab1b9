#pragma once

#include <optional>
#include <string_view>

#include "cmd/flags/command_line.h"
#include "core/kinds/description.h"

namespace layoutq {

/// The layout that a command line asks about.
struct Subject {
  Description description;
  Shape shape;
  Layout layout;
};

/// A dimension to drop after those of --slice: the flag that names it, and the flag's value.
struct FinalSlice {
  std::string_view flag;
  std::string_view dimension;
};

/// Declares the flags that tell a layout: the same for every subcommand.
void add_layout_flags(CommandLine* line);

/// Reads them. Error for whatever is missing or wrong.
Subject read_layout(const CommandLine& line, std::optional<FinalSlice> then_slice = std::nullopt);

}  // namespace layoutq
