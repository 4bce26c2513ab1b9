#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/kernel/abstract_value.h"
#include "core/kernel/axis_info.h"
#include "core/layout/layout.h"
#include "core/layout/shared_layout.h"

/// What a load, a store or an asynchronous copy of a kernel does to global memory, as Triton 3.6
/// compiles it and NVIDIA's hardware counts it.
namespace layoutq {

/// What keeps an access from being wider. If several do, the first one here is named:
/// the width of the hardware, shared memory (of a copy), the mask's constancy, the pointer's
/// divisibility and its contiguity, and the registers that follow each other in the layout.
enum class LimitedBy { maximum, shared, mask, alignment, contiguity, layout };
inline constexpr std::array all_limits{LimitedBy::maximum,    LimitedBy::shared,
                                       LimitedBy::mask,       LimitedBy::alignment,
                                       LimitedBy::contiguity, LimitedBy::layout};

/// The name of a limit in tables: "maximum", "layout", …
std::string_view name_of(LimitedBy limit);

/// True if an instruction takes elements of that many bytes: 1, 2, 4, 8 or 16.
bool is_element_size(Int bytes);

/// How wide an access is, and why it is not wider.
struct AccessWidth {
  Int elements = 1;  ///< elements of a lane in one instruction
  LimitedBy limited_by = LimitedBy::maximum;
  /// True if more neighbours in memory lie along a dimension that the registers do not follow.
  bool neighbours_elsewhere = false;
  /// By limit: true if it allows no more elements.
  std::array<bool, all_limits.size()> limits{};

  bool is_limited_by(LimitedBy limit) const { return limits[static_cast<std::size_t>(limit)]; }
};

/// Requests and sectors, as Nsight Compute counts them.
struct AccessTraffic {
  Int requests = 0;
  Int sectors = 0;
  /// The fewest sectors that hold the different bytes of one execution. For a scalar, which every
  /// warp has to request by itself, the sectors that are touched.
  Int ideal_sectors = 0;
  /// Sectors beyond the fewest that hold each request's bytes, since its lanes lie apart or it
  /// begins within a sector.
  Int scattered = 0;
  /// True if an address is not a multiple of the vector's bytes, so that the access faults.
  bool misaligned = false;

  AccessTraffic& operator+=(const AccessTraffic& other);
};

/// The instructions of one load, store or asynchronous copy, and the threads that execute them.
class Access {
 public:
  /// A copy is asynchronous, from global to shared memory. Volatile loads are all issued.
  enum class Kind { load, volatile_load, store, copy };

  /// An access to a scalar: every warp loads it; one thread stores it.
  Access(Kind kind, Int bytes, Int lanes, Int warps);
  /// An access to a tensor whose elements have `bytes` bytes, see is_element_size. `mask` is null
  /// if there is none. Only for a copy: `shared`, the layout that it goes to, null if unknown, and
  /// the number of neighbours in memory that its operation states as `contiguity`.
  Access(Kind kind, Int bytes, const Layout& layout, const AxisInfo& pointer, const AxisInfo* mask,
         const SharedLayout* shared = nullptr, Int contiguity = 1);

  const AccessWidth& width() const { return width_; }
  /// The bytes of a lane in one instruction.
  Int vector_bytes() const { return width_.elements * bytes_; }
  bool scalar() const { return scalar_; }

  /// The number of a thread's instructions, not counting copies in registers. Each takes a run of
  /// registers, at the address and under the mask of the first.
  Int runs() const { return static_cast<Int>(runs_.size()); }
  Int warps() const { return static_cast<Int>(warps_.size()); }
  Int lanes() const { return static_cast<Int>(lanes_.size()); }

  /// A value's elements by warp, run and lane. Keeps a reference to the value.
  class View {
   public:
    View(const Access& access, const AbstractValue& numbers);
    /// False if the value has another shape than the tensor, or numbers that are not addresses.
    bool fits() const { return fits_; }
    Int at(Int warp, Int run, Int lane) const {
      return offset_ + (elements_ == nullptr ? 0
                                             : elements_[warps_[static_cast<std::size_t>(warp)] ^
                                                         runs_[static_cast<std::size_t>(run)] ^
                                                         lanes_[static_cast<std::size_t>(lane)]]);
    }

   private:
    const Int* elements_ = nullptr;
    Int offset_ = 0;
    bool fits_ = true;
    std::vector<Bits> warps_, runs_, lanes_;  ///< the offset of each among the elements
  };

  /// The traffic of one execution without the runs that are `spared`. The addresses have to be
  /// known, up to a multiple of a sector; `mask`, null if there is none, has to be exact. Returns
  /// nullopt if View::fits() is false of one of them.
  std::optional<AccessTraffic> traffic(const AbstractValue& addresses, const AbstractValue* mask,
                                       const std::vector<bool>& spared) const;

 private:
  /// A register, lane or warp: the element that it moves to, by its row-major number, and whether
  /// it takes part in the access.
  struct Member {
    Bits element = 0;
    bool takes_part = true;
  };

  static std::vector<Member> members(const LinearLayout& layout, Index index, bool once);

  Int bytes_;
  bool scalar_ = false;
  Shape shape_;
  AccessWidth width_;
  std::vector<Member> runs_, warps_, lanes_;
};

}  // namespace layoutq
