#pragma once

#include <string>
#include <string_view>

#include "core/layout/dims.h"

namespace layoutq {

/// "1,4".
std::string to_text(const Dims& dims);

/// "128x64".
std::string dims_text(const Dims& dims);

/// How many characters a number has.
std::size_t digits(Int value);

/// "12 threads", "1 thread".
std::string counted(Int count, std::string_view thing);

}  // namespace layoutq
