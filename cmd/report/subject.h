#pragma once

#include <string>
#include <variant>

#include "core/kinds/any_description.h"
#include "core/layout/shared_layout.h"

/// The layouts that a question is asked of, with what names them to people.
namespace layoutq {

/// The layout of registers that a question is asked of.
struct Subject {
  Description description;
  Shape shape;
  Layout layout;
  std::string element = {};  ///< the tensor's element type as MLIR's text, or "" if unknown
};

/// The layout of shared memory that a question is asked of.
struct SharedSubject {
  SharedDescription description;
  Shape shape;
  SharedLayout layout;
  std::string element = {};       ///< the tensor's element type as MLIR's text, or "" if unknown
  Int count = 1;                  ///< the number of such tensors in the type; this is the first
  bool shape_by_default = false;  ///< true if neither the flags nor a dump gave the shape
};

using AnySubject = std::variant<Subject, SharedSubject>;

}  // namespace layoutq
