#pragma once

#include <optional>

#include "core/layout/layout.h"
#include "core/questions/memory.h"

/// Whether a load is coalesced: the sectors that it touches. A store touches the same. Sectors and
/// requests as Nsight Compute counts them on NVIDIA GPUs
/// (l1tex__t_sectors_pipe_lsu_mem_global_op_ld, l1tex__t_requests_…). Each question asks for
/// memory.strides of the layout's rank and `addressable` memory.
namespace layoutq {

/// The unit in which NVIDIA GPUs read global memory, aligned.
inline constexpr Int sector_bytes = 32;
/// The most bytes that one load instruction takes per lane.
inline constexpr Int most_vector_bytes = 16;

/// What a warp touches at once.
struct Traffic {
  Int sectors = 0;          ///< different ones
  Int requested_bytes = 0;  ///< different bytes asked for

  Int fetched_bytes() const { return sectors * sector_bytes; }
  double efficiency() const {
    return static_cast<double>(requested_bytes) / static_cast<double>(fetched_bytes());
  }
};

/// What the requests of all warps of a CTA come to.
struct CtaTraffic {
  Int requests = 0;
  Int sectors = 0;        ///< summed over requests
  Int ideal_sectors = 0;  ///< different ones of all that it loads

  double sectors_per_request() const {
    return static_cast<double>(sectors) / static_cast<double>(requests);
  }
  double efficiency() const {
    return static_cast<double>(ideal_sectors) / static_cast<double>(sectors);
  }
};

/// How many registers one load instruction fills: the layout's vector width as Triton's axis
/// analysis allows it. The greatest power of two of at most 16 bytes such that registers kV … kV +
/// V − 1 of every thread are neighbours in memory from an address divisible by V on, every other
/// dimension's stride keeps it so, and the tensor starts on a 16-byte boundary.
Int vector_registers(const Layout& layout, const Memory& memory);

/// The most elements that are listed to tell apart what strides that interleave lay over each
/// other.
inline constexpr Int most_listed = Int{1} << 24;

/// The load of one repetition by one warp of one block, whose places `warp` is one of. Nothing
/// where strides interleave so that only listing the elements would tell, and there are more than
/// most_listed.
std::optional<Traffic> repetition_traffic(const Layout& layout, const Memory& memory,
                                          const Place& warp, Int repetition);

/// How many requests each warp makes: one for every vector of registers, but none for a vector that
/// holds, in every lane, what an earlier one holds.
Int requests_per_warp(const Layout& layout, Int vector);
/// The first register of the i-th request.
Int request_register(const Layout& layout, Int vector, Int i);
/// What the warp's request touches that starts at register `reg`; nothing as above.
std::optional<Traffic> request_traffic(const Layout& layout, const Memory& memory, Int vector,
                                       const Place& warp, Int reg);

/// Sectors summed over the warp's requests for one repetition: more than repetition_traffic's where
/// requests touch the same ones again. Takes time in proportion to the requests.
Int repetition_accesses(const Layout& layout, const Memory& memory, Int vector, const Place& warp,
                        Int repetition);

/// All that one CTA loads. Takes time in proportion to the requests.
CtaTraffic cta_traffic(const Layout& layout, const Memory& memory, Int vector, Int block);

}  // namespace layoutq
