#pragma once

#include <optional>
#include <string_view>

#include "core/layout/dims.h"
#include "core/text/layout_text.h"

namespace layoutq {

/// The type of a value: `i32`, `!tt.ptr<f32>`, `tensor<128x64xf16, #mma>`, `!ttg.memdesc<…>`.
struct ValueType {
  enum class Element { integer, pointer, other };

  std::string_view text;          ///< the whole type
  std::string_view element_text;  ///< "f16", "!tt.ptr<f32>"
  Element element = Element::other;
  int bits = 0;            ///< width of an element, or of what a pointer points to; 0 if unknown
  bool tensor = false;     ///< a tensor, in registers or in shared memory
  bool in_memory = false;  ///< a tensor in shared memory
  Shape shape;             ///< of a tensor; rank 0 for a scalar
  /// The tensor type with its layout. Empty if it cannot be read; it has no layout if the layout's
  /// kind is not modelled.
  TensorType encoding;

  /// Returns the bytes of an element, or of what a pointer points to. i1 takes one byte in memory.
  /// 0 if the type is unknown.
  Int bytes() const { return (bits + 7) / 8; }
};

/// Reads a type, but not its layout. Keeps references into the text. A text that is not a type
/// gives an element of unknown width.
ValueType read_value_type(std::string_view text);

/// Returns what a pointer points to, without an address space: "f32" of `!tt.ptr<f32, 1>`; nullopt
/// if the type is not a pointer.
std::optional<std::string_view> pointee(std::string_view type);

}  // namespace layoutq
