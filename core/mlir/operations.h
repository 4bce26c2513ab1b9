#pragma once

#include <array>
#include <optional>
#include <string_view>

/// The operations of a compiled kernel: one table that says what each one is. A new operation is a
/// row of the table in operations.cpp and, if it moves data, a function in core/kernel/describe.h.
namespace layoutq {

/// What an operation does, as far as layoutq follows it. Several MLIR names may share an Op.
enum class Op {
  other,  ///< not followed
  // Integers and pointers, element by element.
  constant,
  add,
  subtract,
  multiply,
  divide_signed,
  divide_unsigned,
  remainder_signed,
  remainder_unsigned,
  compare,
  bit_and,
  bit_or,
  bit_xor,
  select,
  least_signed,
  greatest_signed,
  least_unsigned,
  greatest_unsigned,
  shift_left,
  shift_right_signed,
  shift_right_unsigned,
  extend_signed,
  extend_unsigned,
  truncate,
  bitcast,
  reinterpret,  ///< an integer as a pointer, or a pointer as an integer
  index_cast,
  add_pointer,
  // Shapes.
  make_range,
  splat,
  unsplat,
  broadcast,
  expand_dims,
  reshape,
  transpose,
  convert_layout,
  // The launch.
  program_id,
  program_count,
  // Control flow.
  for_loop,
  while_loop,
  branch,
  yield,
  condition,  ///< ends the first region of a while loop
  jump,
  jump_if,
  leave,
  call,
  specialize,  ///< splits the warps into groups, each with a region of its own
  barrier,
  // Memory, and data that moves between threads.
  load,
  store,
  async_copy,
  async_wait,
  atomic,
  reduce,
  scan,
  local_alloc,
  local_load,
  local_store,
  tma_load,
  tma_store,
  tensor_memory_load,
  tensor_memory_store,
};

/// What a row of `inspect` is about.
enum class RowKind {
  load,
  store,
  async_copy,
  reduce,
  scan,
  convert,
  local_load,
  local_store,
  atomic
};
inline constexpr std::array all_row_kinds{
    RowKind::load,    RowKind::store,      RowKind::async_copy,  RowKind::reduce, RowKind::scan,
    RowKind::convert, RowKind::local_load, RowKind::local_store, RowKind::atomic};

/// Returns the word for a kind in tables, CSV and JSON: "load", "async_copy", …
std::string_view name_of(RowKind kind);

/// What layoutq does with an operation, whatever its Op.
enum class Trait {
  none,
  elementwise,  ///< it computes an integer or a pointer from such values, element by element
  data,         ///< it has to do with memory, or with data that other threads hold
};

/// A row of the table of operations.
struct OperationInfo {
  std::string_view name;  ///< in MLIR, as in "tt.load"; each `*` stands for any text
  Op op = Op::other;
  Trait trait = Trait::none;
  std::optional<RowKind> row = std::nullopt;  ///< its row in `inspect`; nullopt if it has none
  int mask =
      -1;  ///< the position of its mask among its operands, if there is one; −1: see `mask %`
};

/// Returns the table's row for an operation of that name, in the dialects of Triton 3.6 and as
/// older versions spelled them, or nullptr for an unknown operation, which may move data. Rows
/// without an Op stand for operations that are known to move no data.
const OperationInfo* find_operation(std::string_view name);

}  // namespace layoutq
