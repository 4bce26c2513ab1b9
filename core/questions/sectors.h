#pragma once

#include <optional>

#include "core/layout/layout.h"
#include "core/questions/memory.h"

/// Whether a load is coalesced: the sectors that it touches. A store touches the same. Sectors and
/// requests are counted as Nsight Compute counts them on NVIDIA GPUs
/// (l1tex__t_sectors_pipe_lsu_mem_global_op_ld, l1tex__t_requests_…). All functions expect
/// `addressable` memory, with a stride for each dimension of the layout.
namespace layoutq {

/// NVIDIA GPUs read global memory in aligned units of this size.
inline constexpr Int sector_bytes = 32;
/// The largest number of bytes that one load instruction moves per lane.
inline constexpr Int most_vector_bytes = 16;

/// The memory that a warp touches at once.
struct Traffic {
  Int sectors = 0;          ///< different sectors
  Int requested_bytes = 0;  ///< different bytes that lanes ask for

  Int fetched_bytes() const { return sectors * sector_bytes; }
  double efficiency() const {
    return static_cast<double>(requested_bytes) / static_cast<double>(fetched_bytes());
  }
};

/// The totals over the requests of all warps of a CTA.
struct CtaTraffic {
  Int requests = 0;
  Int sectors = 0;        ///< summed over requests
  Int ideal_sectors = 0;  ///< different sectors of everything that the CTA loads

  double sectors_per_request() const {
    return static_cast<double>(sectors) / static_cast<double>(requests);
  }
  double efficiency() const {
    return static_cast<double>(ideal_sectors) / static_cast<double>(sectors);
  }
};

/// Returns V, the number of registers that one load instruction fills, as Triton's axis analysis
/// allows it. V is the largest power of two of at most 16 bytes such that registers kV … kV + V − 1
/// of every thread are neighbours in memory and begin at an address divisible by V, for any stride
/// of the other dimensions. The tensor must begin on a 16-byte boundary.
Int vector_registers(const Layout& layout, const Memory& memory);

/// If strides interleave, elements are listed one by one to find the different sectors. This is the
/// largest number that is listed.
inline constexpr Int most_listed = Int{1} << 24;

/// Returns what one warp loads in one repetition; `warp` is any place of the warp. Returns nullopt
/// if strides interleave and more than most_listed elements would have to be listed.
std::optional<Traffic> repetition_traffic(const Layout& layout, const Memory& memory,
                                          const Place& warp, Int repetition);

/// Returns the number of requests of each warp: one for every vector of registers, except for
/// vectors that hold in every lane the same elements as an earlier one.
Int requests_per_warp(const Layout& layout, Int vector);
/// Returns the first register of the i-th request.
Int request_register(const Layout& layout, Int vector, Int i);
/// Returns what the warp's request that begins at register `reg` touches, or nullopt as
/// `repetition_traffic` does.
std::optional<Traffic> request_traffic(const Layout& layout, const Memory& memory, Int vector,
                                       const Place& warp, Int reg);

/// Returns the sum of sectors over the warp's requests in one repetition. It is larger than that of
/// `repetition_traffic` if requests touch the same sectors. Takes time in proportion to the number
/// of requests.
Int repetition_accesses(const Layout& layout, const Memory& memory, Int vector, const Place& warp,
                        Int repetition);

/// Returns what one CTA loads. Takes time in proportion to the number of requests.
CtaTraffic cta_traffic(const Layout& layout, const Memory& memory, Int vector, Int block);

}  // namespace layoutq
