#pragma once

#include <string>
#include <vector>

#include "cmd/flags/layout_flags.h"

/// What an answer says about the layout it is about.
namespace layoutq {

/// "blocked: spt 1,4, tpw 8,4, wpc 2,1, order 1,0; shape 16,16". A slice names the dimensions that
/// were dropped, as its innermost parent numbers them.
std::string caption(const Subject& subject);

/// The layout as a JSON object: its kind and every parameter, with Triton's Python names.
std::string to_json(const Description& description);

/// "[1, 4]".
std::string to_json(const Dims& dims);

/// "(1,4)": a coordinate as tables print it.
std::string in_parentheses(const Coordinate& coordinate);

}  // namespace layoutq
