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

/// What keeps an access from being wider, the strongest first where several do.
enum class LimitedBy { maximum, shared, mask, alignment, contiguity, layout };
inline constexpr std::array all_limits{LimitedBy::maximum,    LimitedBy::shared,
                                       LimitedBy::mask,       LimitedBy::alignment,
                                       LimitedBy::contiguity, LimitedBy::layout};

/// "layout", …
std::string_view name_of(LimitedBy limit);

/// True if an instruction takes elements of that many bytes: 1, 2, 4, 8 or 16.
bool is_element_size(Int bytes);

/// How wide an access is, and why it is not wider.
struct AccessWidth {
  Int elements = 1;  ///< that one instruction takes per lane
  LimitedBy limited_by = LimitedBy::maximum;
  bool neighbours_elsewhere = false;  ///< along a dimension that the registers do not follow
  /// Of each, whether it allows no more.
  std::array<bool, all_limits.size()> limits{};

  bool is_limited_by(LimitedBy limit) const { return limits[static_cast<std::size_t>(limit)]; }
};

/// Requests and sectors, as Nsight Compute counts them.
struct AccessTraffic {
  Int requests = 0;
  Int sectors = 0;
  /// The fewest sectors that have room for the different bytes of one execution; of a scalar, for
  /// which every warp has to ask by itself, as many as are touched.
  Int ideal_sectors = 0;
  /// Sectors beyond the fewest that have room for each request's bytes: its lanes lie apart, or it
  /// begins within a sector.
  Int scattered = 0;
  /// Whether an address is no multiple of the vector's bytes, as it was compiled for: it faults.
  bool misaligned = false;

  AccessTraffic& operator+=(const AccessTraffic& other);
};

/// One operation's instructions, and the threads that carry them out.
class Access {
 public:
  /// A copy goes to shared memory, asynchronously. Of a volatile load nothing is left out.
  enum class Kind { load, volatile_load, store, copy };

  /// Of a scalar: every warp loads it, and one thread stores it.
  Access(Kind kind, Int bytes, Int lanes, Int warps);
  /// Of a tensor whose elements have so many bytes, 1 … 16. `pointer` and `mask`, null for none,
  /// are what is known of them. A copy goes to `shared`, and its operation says of the pointer that
  /// so many elements are neighbours; it may be without both.
  Access(Kind kind, Int bytes, const LinearLayout& layout, const AxisInfo& pointer,
         const AxisInfo* mask, const SharedLayout* shared = nullptr, Int contiguity = 1);

  const AccessWidth& width() const { return width_; }
  /// That one instruction takes per lane.
  Int vector_bytes() const { return width_.elements * bytes_; }
  bool scalar() const { return scalar_; }

  /// Instructions of a thread that are issued, but for the spared ones: each takes a run of
  /// registers, from the address and under the mask of the first.
  Int runs() const { return static_cast<Int>(runs_.size()); }
  Int warps() const { return static_cast<Int>(warps_.size()); }
  Int lanes() const { return static_cast<Int>(lanes_.size()); }

  /// Elements that lie over the tensor, by the threads' runs. Refers to the numbers.
  class View {
   public:
    View(const Access& access, const AbstractValue& numbers);
    /// Whether they do lie over it.
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
    std::vector<Bits> warps_, runs_, lanes_;  ///< where each moves among the elements
  };

  /// What one execution does without the runs that are spared. The addresses are known, but perhaps
  /// for a multiple of a sector; the mask, null for none, is exact. Nothing where they do not lie
  /// over the tensor.
  std::optional<AccessTraffic> traffic(const AbstractValue& addresses, const AbstractValue* mask,
                                       const std::vector<bool>& spared) const;

 private:
  /// Of an index of the layout: the element that it moves, by its number in row-major order, and
  /// whether it takes part.
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
