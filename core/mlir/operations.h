#pragma once

#include <string_view>

namespace layoutq {

/// The operations that something is known of; `other` are those that are passed over. Those that
/// moves_data and is_elementwise tell stand together.
enum class Op {
  other,
  // Integers and pointers, elementwise.
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
  reinterpret,  ///< an integer as a pointer, or the other way round
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
  condition,  ///< of a while
  jump,
  jump_if,
  leave,
  call,
  specialize,  ///< warps into groups with work of their own
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

/// Whether it computes an integer or pointer from such, element by element.
constexpr bool is_elementwise(Op op) { return Op::add <= op && op <= Op::add_pointer; }
/// Whether it has to do with memory, or with what other threads hold.
constexpr bool moves_data(Op op) { return op >= Op::load || op == Op::convert_layout; }

/// The operation of that name in MLIR, "tt.load", in the dialects of Triton 3.6 and as older ones
/// spell it.
Op operation_of(std::string_view name);

/// Whether an operation that is `other` is known to compute with what a thread holds, or to prepare
/// and order what others do, so that passing it over leaves out nothing that moves data.
bool moves_nothing(std::string_view name);

}  // namespace layoutq
