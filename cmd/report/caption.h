#pragma once

#include <string>
#include <vector>

#include "cmd/report/report.h"
#include "core/kinds/any_description.h"

/// What an answer says about the layout it is about.
namespace layoutq {

/// "blocked: spt 1,4, tpw 8,4, wpc 2,1, order 1,0; shape 16,16"; a slice of that names the
/// dimensions that were dropped, as its innermost parent numbers them. Other kinds by their text in
/// MLIR.
std::string caption(const Description& description, const Shape& shape);
std::string caption(const SharedDescription& description, const Shape& shape);

/// That, the layout as JSON, and what Triton would refuse of it.
Heading heading_of(const Description& description, const Shape& shape);
Heading heading_of(const SharedDescription& description, const Shape& shape);

/// "[1, 4]".
std::string to_json(const Dims& dims);

/// "(1,4)": a coordinate as tables print it.
std::string in_parentheses(const Coordinate& coordinate);

}  // namespace layoutq
