#include "core/mlir/operations.h"

#include <algorithm>
#include <string>

namespace layoutq {

namespace {

using Info = OperationInfo;

// The first row whose name matches applies, so names with a `*` come last.
constexpr std::array table{
    Info{"arith.addi", Op::add, Trait::elementwise},
    Info{"arith.andi", Op::bit_and, Trait::elementwise},
    Info{"arith.bitcast", Op::bitcast, Trait::elementwise},
    Info{"arith.cmpi", Op::compare, Trait::elementwise},
    Info{"arith.constant", Op::constant},
    Info{"arith.divsi", Op::divide_signed, Trait::elementwise},
    Info{"arith.divui", Op::divide_unsigned, Trait::elementwise},
    Info{"arith.extsi", Op::extend_signed, Trait::elementwise},
    Info{"arith.extui", Op::extend_unsigned, Trait::elementwise},
    Info{"arith.index_cast", Op::index_cast, Trait::elementwise},
    Info{"arith.index_castui", Op::index_cast, Trait::elementwise},
    Info{"arith.maxsi", Op::greatest_signed, Trait::elementwise},
    Info{"arith.maxui", Op::greatest_unsigned, Trait::elementwise},
    Info{"arith.minsi", Op::least_signed, Trait::elementwise},
    Info{"arith.minui", Op::least_unsigned, Trait::elementwise},
    Info{"arith.muli", Op::multiply, Trait::elementwise},
    Info{"arith.ori", Op::bit_or, Trait::elementwise},
    Info{"arith.remsi", Op::remainder_signed, Trait::elementwise},
    Info{"arith.remui", Op::remainder_unsigned, Trait::elementwise},
    Info{"arith.select", Op::select, Trait::elementwise},
    Info{"arith.shli", Op::shift_left, Trait::elementwise},
    Info{"arith.shrsi", Op::shift_right_signed, Trait::elementwise},
    Info{"arith.shrui", Op::shift_right_unsigned, Trait::elementwise},
    Info{"arith.subi", Op::subtract, Trait::elementwise},
    Info{"arith.trunci", Op::truncate, Trait::elementwise},
    Info{"arith.xori", Op::bit_xor, Trait::elementwise},
    Info{"cf.br", Op::jump},
    Info{"cf.cond_br", Op::jump_if},
    Info{"gpu.barrier", Op::barrier},
    Info{"scf.condition", Op::condition},
    Info{"scf.for", Op::for_loop},
    Info{"scf.if", Op::branch},
    Info{"scf.while", Op::while_loop},
    Info{"scf.yield", Op::yield},
    Info{"tt.addptr", Op::add_pointer, Trait::elementwise},
    Info{"tt.atomic_cas", Op::atomic, Trait::data, RowKind::atomic},
    Info{"tt.atomic_rmw", Op::atomic, Trait::data, RowKind::atomic},
    Info{"tt.bitcast", Op::bitcast, Trait::elementwise},
    Info{"tt.broadcast", Op::broadcast},
    Info{"tt.call", Op::call},
    Info{"tt.descriptor_gather", Op::tma_load, Trait::data, RowKind::load},
    Info{"tt.descriptor_load", Op::tma_load, Trait::data, RowKind::load},
    Info{"tt.descriptor_reduce", Op::tma_store, Trait::data, RowKind::store},
    Info{"tt.descriptor_scatter", Op::tma_store, Trait::data, RowKind::store},
    Info{"tt.descriptor_store", Op::tma_store, Trait::data, RowKind::store},
    Info{"tt.expand_dims", Op::expand_dims},
    Info{"tt.experimental_descriptor_load", Op::tma_load, Trait::data, RowKind::load},
    Info{"tt.experimental_descriptor_store", Op::tma_store, Trait::data, RowKind::store},
    Info{"tt.get_num_programs", Op::program_count},
    Info{"tt.get_program_id", Op::program_id},
    Info{"tt.int_to_ptr", Op::reinterpret, Trait::elementwise},
    Info{"tt.load", Op::load, Trait::data, RowKind::load, 1},
    Info{"tt.make_range", Op::make_range},
    Info{"tt.ptr_to_int", Op::reinterpret, Trait::elementwise},
    Info{"tt.reduce", Op::reduce, Trait::data, RowKind::reduce},
    Info{"tt.reshape", Op::reshape},
    Info{"tt.return", Op::leave},
    Info{"tt.scan", Op::scan, Trait::data, RowKind::scan},
    Info{"tt.splat", Op::splat},
    Info{"tt.store", Op::store, Trait::data, RowKind::store, 2},
    Info{"tt.trans", Op::transpose},
    Info{"tt.unsplat", Op::unsplat},
    Info{"ttg.async_copy_global_to_local", Op::async_copy, Trait::data, RowKind::async_copy},
    Info{"ttg.async_tma_copy_global_to_local", Op::tma_load, Trait::data, RowKind::async_copy},
    Info{"ttg.async_tma_copy_local_to_global", Op::tma_store, Trait::data, RowKind::store},
    Info{"ttg.async_wait", Op::async_wait, Trait::data},
    Info{"ttg.barrier", Op::barrier},
    Info{"ttg.convert_layout", Op::convert_layout, Trait::data, RowKind::convert},
    Info{"ttg.local_alloc", Op::local_alloc, Trait::data, RowKind::local_store},
    Info{"ttg.local_barrier", Op::barrier},
    Info{"ttg.local_load", Op::local_load, Trait::data, RowKind::local_load},
    Info{"ttg.local_store", Op::local_store, Trait::data, RowKind::local_store},
    Info{"ttg.warp_specialize", Op::specialize},
    Info{"ttng.async_tma_copy_global_to_local", Op::tma_load, Trait::data, RowKind::async_copy},
    Info{"ttng.async_tma_copy_local_to_global", Op::tma_store, Trait::data, RowKind::store},
    Info{"ttng.async_tma_gather", Op::tma_load, Trait::data, RowKind::async_copy},
    Info{"ttng.async_tma_reduce", Op::tma_store, Trait::data, RowKind::store},
    Info{"ttng.async_tma_scatter", Op::tma_store, Trait::data, RowKind::store},
    Info{"ttng.tmem_alloc", Op::tensor_memory_store, Trait::data, RowKind::local_store},
    Info{"ttng.tmem_copy", Op::tensor_memory_store, Trait::data, RowKind::local_store},
    Info{"ttng.tmem_load", Op::tensor_memory_load, Trait::data, RowKind::local_load},
    Info{"ttng.tmem_store", Op::tensor_memory_store, Trait::data, RowKind::local_store},

    // These compute with what a thread holds, or prepare and order what others do: they move no
    // data.
    Info{"arith.*"},
    Info{"math.*"},
    Info{"ub.*"},
    Info{"llvm.*"},
    Info{"nvvm.*"},
    Info{"scf.*"},
    Info{"cf.*"},
    Info{"tt.assert"},
    Info{"tt.cat"},
    Info{"tt.clampf"},
    Info{"tt.dot"},
    Info{"tt.dot_scaled"},
    Info{"tt.elementwise*"},
    Info{"tt.extern_elementwise"},
    Info{"tt.fp_to_fp"},
    Info{"tt.func"},
    Info{"tt.join"},
    Info{"tt.make_tensor_desc*"},
    Info{"tt.map_elementwise*"},
    Info{"tt.mulhiui"},
    Info{"tt.precise_*"},
    Info{"tt.print"},
    Info{"tt.reduce.*"},
    Info{"tt.scan.*"},
    Info{"tt.split"},
    Info{"ttg.async_commit*"},
    Info{"ttg.local_dealloc"},
    Info{"ttg.mask"},
    Info{"ttg.memdesc_*"},
    Info{"ttg.predicate_stage"},
    Info{"ttg.warp_*"},
    Info{"ttng.*barrier*"},
    Info{"ttng.async_tma_store_wait*"},
    Info{"ttng.fence*"},
    Info{"ttng.tc_gen5*"},
    Info{"ttng.tmem_*"},
    Info{"ttng.warp_group_dot*"},
};

/// Returns true if the name is the pattern, in which each `*` stands for any text.
bool matches(std::string_view name, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at) {
    if (rest.empty() || matches(name.substr(at), rest)) return true;
  }
  return false;
}

}  // namespace

std::string_view name_of(RowKind kind) {
  constexpr std::array<std::string_view, all_row_kinds.size()> names{
      "load",    "store",      "async_copy",  "reduce", "scan",
      "convert", "local_load", "local_store", "atomic"};
  return names[static_cast<std::size_t>(kind)];
}

const OperationInfo* find_operation(std::string_view name) {
  // Before version 3.2, Triton's dialects for GPUs had longer names.
  using Renamed = std::pair<std::string_view, std::string_view>;
  std::string renamed;
  for (const auto& [older, newer] :
       {Renamed{"triton_gpu.", "ttg."}, Renamed{"triton_nvidia_gpu.", "ttng."}}) {
    if (!name.starts_with(older)) continue;
    renamed.append(newer).append(name.substr(older.size()));
    name = renamed;
  }
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Info& info) { return matches(name, info.name); });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace layoutq
