#pragma once

#include <string_view>

#include "cmd/report/assertion.h"

namespace layoutq {

/// Reads COLUMN OP VALUE. OP is ==, !=, <, <=, > or >=. VALUE is a number, which may be a fraction
/// or a percentage such as 90%, or true, false or a word. Throws Error for anything else.
Assertion read_assertion(std::string_view text);

}  // namespace layoutq
