#include "core/mlir/operations.h"

#include <algorithm>
#include <array>
#include <utility>

namespace layoutq {

namespace {

using Entry = std::pair<std::string_view, Op>;

constexpr std::array names{
    Entry{"arith.addi", Op::add},
    Entry{"arith.andi", Op::bit_and},
    Entry{"arith.bitcast", Op::bitcast},
    Entry{"arith.cmpi", Op::compare},
    Entry{"arith.constant", Op::constant},
    Entry{"arith.divsi", Op::divide_signed},
    Entry{"arith.divui", Op::divide_unsigned},
    Entry{"arith.extsi", Op::extend_signed},
    Entry{"arith.extui", Op::extend_unsigned},
    Entry{"arith.index_cast", Op::index_cast},
    Entry{"arith.index_castui", Op::index_cast},
    Entry{"arith.maxsi", Op::greatest_signed},
    Entry{"arith.maxui", Op::greatest_unsigned},
    Entry{"arith.minsi", Op::least_signed},
    Entry{"arith.minui", Op::least_unsigned},
    Entry{"arith.muli", Op::multiply},
    Entry{"arith.ori", Op::bit_or},
    Entry{"arith.remsi", Op::remainder_signed},
    Entry{"arith.remui", Op::remainder_unsigned},
    Entry{"arith.select", Op::select},
    Entry{"arith.shli", Op::shift_left},
    Entry{"arith.shrsi", Op::shift_right_signed},
    Entry{"arith.shrui", Op::shift_right_unsigned},
    Entry{"arith.subi", Op::subtract},
    Entry{"arith.trunci", Op::truncate},
    Entry{"arith.xori", Op::bit_xor},
    Entry{"cf.br", Op::jump},
    Entry{"cf.cond_br", Op::jump_if},
    Entry{"gpu.barrier", Op::barrier},
    Entry{"scf.condition", Op::condition},
    Entry{"scf.for", Op::for_loop},
    Entry{"scf.if", Op::branch},
    Entry{"scf.while", Op::while_loop},
    Entry{"scf.yield", Op::yield},
    Entry{"tt.addptr", Op::add_pointer},
    Entry{"tt.atomic_cas", Op::atomic},
    Entry{"tt.atomic_rmw", Op::atomic},
    Entry{"tt.bitcast", Op::bitcast},
    Entry{"tt.broadcast", Op::broadcast},
    Entry{"tt.call", Op::call},
    Entry{"tt.descriptor_gather", Op::tma_load},
    Entry{"tt.descriptor_load", Op::tma_load},
    Entry{"tt.descriptor_reduce", Op::tma_store},
    Entry{"tt.descriptor_scatter", Op::tma_store},
    Entry{"tt.descriptor_store", Op::tma_store},
    Entry{"tt.expand_dims", Op::expand_dims},
    Entry{"tt.experimental_descriptor_load", Op::tma_load},
    Entry{"tt.experimental_descriptor_store", Op::tma_store},
    Entry{"tt.get_num_programs", Op::program_count},
    Entry{"tt.get_program_id", Op::program_id},
    Entry{"tt.int_to_ptr", Op::reinterpret},
    Entry{"tt.load", Op::load},
    Entry{"tt.make_range", Op::make_range},
    Entry{"tt.ptr_to_int", Op::reinterpret},
    Entry{"tt.reduce", Op::reduce},
    Entry{"tt.reshape", Op::reshape},
    Entry{"tt.return", Op::leave},
    Entry{"tt.scan", Op::scan},
    Entry{"tt.splat", Op::splat},
    Entry{"tt.store", Op::store},
    Entry{"tt.trans", Op::transpose},
    Entry{"tt.unsplat", Op::unsplat},
    Entry{"ttg.async_copy_global_to_local", Op::async_copy},
    Entry{"ttg.async_tma_copy_global_to_local", Op::tma_load},
    Entry{"ttg.async_tma_copy_local_to_global", Op::tma_store},
    Entry{"ttg.async_wait", Op::async_wait},
    Entry{"ttg.barrier", Op::barrier},
    Entry{"ttg.convert_layout", Op::convert_layout},
    Entry{"ttg.local_alloc", Op::local_alloc},
    Entry{"ttg.local_barrier", Op::barrier},
    Entry{"ttg.local_load", Op::local_load},
    Entry{"ttg.local_store", Op::local_store},
    Entry{"ttg.warp_specialize", Op::specialize},
    Entry{"ttng.async_tma_copy_global_to_local", Op::tma_load},
    Entry{"ttng.async_tma_copy_local_to_global", Op::tma_store},
    Entry{"ttng.async_tma_gather", Op::tma_load},
    Entry{"ttng.async_tma_reduce", Op::tma_store},
    Entry{"ttng.async_tma_scatter", Op::tma_store},
    Entry{"ttng.tmem_alloc", Op::tensor_memory_store},
    Entry{"ttng.tmem_copy", Op::tensor_memory_store},
    Entry{"ttng.tmem_load", Op::tensor_memory_load},
    Entry{"ttng.tmem_store", Op::tensor_memory_store},
};

}  // namespace

Op operation_of(std::string_view name) {
  // Before Triton 3.2 its dialects for GPUs had longer names.
  using Renamed = std::pair<std::string_view, std::string_view>;
  std::string_view dialect;
  for (const auto& [older, newer] :
       {Renamed{"triton_gpu.", "ttg."}, Renamed{"triton_nvidia_gpu.", "ttng."}}) {
    if (!name.starts_with(older)) continue;
    dialect = newer;
    name.remove_prefix(older.size());
  }
  const auto found = std::find_if(names.begin(), names.end(), [&](const Entry& entry) {
    return entry.first.starts_with(dialect) && entry.first.substr(dialect.size()) == name;
  });
  return found == names.end() ? Op::other : found->second;
}

bool moves_nothing(std::string_view name) {
  constexpr std::array dialects{"arith.", "math.", "ub.", "llvm.", "nvvm.", "scf.", "cf."};
  constexpr std::array families{"tt.reduce.",          "tt.scan.",
                                "tt.precise_",         "ttg.memdesc_",
                                "ttg.warp_",           "ttng.fence",
                                "ttng.tc_gen5",        "ttng.tmem_",
                                "ttg.async_commit",    "tt.elementwise",
                                "tt.map_elementwise",  "tt.make_tensor_desc",
                                "ttng.warp_group_dot", "ttng.async_tma_store_wait"};
  constexpr std::array others{"tt.dot",
                              "tt.dot_scaled",
                              "tt.fp_to_fp",
                              "tt.extern_elementwise",
                              "tt.unsplat",
                              "tt.join",
                              "tt.split",
                              "tt.cat",
                              "tt.assert",
                              "tt.print",
                              "tt.clampf",
                              "tt.mulhiui",
                              "ttg.local_dealloc",
                              "ttg.mask",
                              "ttg.predicate_stage",
                              "tt.func"};
  const auto begins = [&](const char* prefix) { return name.starts_with(prefix); };
  return std::any_of(dialects.begin(), dialects.end(), begins) ||
         std::any_of(families.begin(), families.end(), begins) ||
         std::find(others.begin(), others.end(), name) != others.end() ||
         (name.starts_with("ttng.") && name.find("barrier") != std::string_view::npos);
}

}  // namespace layoutq
