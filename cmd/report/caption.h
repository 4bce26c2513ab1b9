#pragma once

#include <string>
#include <vector>

#include "cmd/report/report.h"
#include "core/kinds/any_description.h"

/// How an answer names its layout.
namespace layoutq {

/// Returns the caption: "blocked: spt 1,4, tpw 8,4, wpc 2,1, order 1,0; shape 16,16". A slice of a
/// blocked layout names the dropped dimensions, as the innermost parent numbers them. Other kinds
/// have their MLIR text.
std::string caption(const Description& description, const Shape& shape);
std::string caption(const SharedDescription& description, const Shape& shape);

/// Returns the caption, the layout as JSON, and notes on what Triton would refuse.
Heading heading_of(const Description& description, const Shape& shape);
Heading heading_of(const SharedDescription& description, const Shape& shape);

/// Formats numbers as JSON: "[1, 4]".
std::string to_json(const Dims& dims);

/// Formats a coordinate as in tables: "(1,4)".
std::string in_parentheses(const Coordinate& coordinate);

}  // namespace layoutq
