#pragma once

#include <string>
#include <string_view>

#include "core/layout/dims.h"

namespace layoutq {

/// Formats numbers as "1,4".
std::string to_text(const Dims& dims);

/// Formats numbers as "128x64".
std::string dims_text(const Dims& dims);

/// Returns the number of characters in which a number prints.
std::size_t digits(Int value);

/// Formats a count: "12 threads", "1 thread".
std::string counted(Int count, std::string_view thing);

}  // namespace layoutq
