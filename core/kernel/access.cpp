#include "core/kernel/access.h"

#include <algorithm>
#include <array>

#include "core/questions/sectors.h"

namespace layoutq {

namespace {

/// The position of the only nonzero coordinate; −1 if there are none or several.
int only_dimension(const Coordinate& coordinate) {
  int only = -1;
  for (int d = 0; d < coordinate.rank(); ++d) {
    if (coordinate[d] == 0) continue;
    if (only >= 0) return -1;
    only = d;
  }
  return only;
}

bool is_zero(const Coordinate& coordinate) {
  return std::all_of(coordinate.begin(), coordinate.end(), [](Int i) { return i == 0; });
}

/// The dimension of the first register basis that is not zero; the last dimension if all are.
int vector_dimension(const LinearLayout& layout, const Bases& registers) {
  for (const Coordinate& basis : registers) {
    for (int d = 0; d < basis.rank(); ++d) {
      if (basis[d] != 0) return d;
    }
  }
  return layout.shape().rank() - 1;
}

/// The number of leading registers that follow each other, element by element, along a dimension.
Int steps_along(const Bases& registers, int dimension) {
  Int steps = 1;
  for (const Coordinate& basis : registers) {
    if (only_dimension(basis) != dimension || basis[dimension] != steps) break;
    steps *= 2;
  }
  return steps;
}

/// The widest vector of at most `most` elements that are neighbours in shared memory, too, and that
/// starts at a multiple of its width in every thread.
Int fitting_shared(const LinearLayout& layout, const SharedLayout& shared, Int most) {
  if (!(shared.shape() == layout.shape())) return 1;
  const LinearLayout numbers = shared.linear();
  const auto number_of = [&](const Coordinate& basis) {
    return numbers.first_place(numbers.number(basis));
  };
  std::vector<Bits> registers;
  for (const Coordinate& basis : layout.bases(Index::reg)) {
    if (!is_zero(basis)) registers.push_back(number_of(basis));
  }
  std::vector<Bits> others;
  for (Index index : {Index::lane, Index::warp}) {
    for (const Coordinate& basis : layout.bases(index)) others.push_back(number_of(basis));
  }
  const auto fits = [&](Int vector) {
    std::size_t within = 0;
    for (; Int{1} << within < vector; ++within) {
      if (within == registers.size() || registers[within] != bit(static_cast<int>(within))) {
        return false;
      }
    }
    const auto multiple = [&](Bits number) { return number % static_cast<Bits>(vector) == 0; };
    for (const Padding& padding : shared.paddings()) {
      if (padding.elements % vector != 0 || padding.interval < vector) return false;
    }
    return std::all_of(registers.begin() + static_cast<std::ptrdiff_t>(within), registers.end(),
                       multiple) &&
           std::all_of(others.begin(), others.end(), multiple);
  };
  while (most > 1 && !fits(most)) most /= 2;
  return most;
}

/// Counts the different sectors and bytes of pieces of memory.
class Touched {
 public:
  void add(Int begin, Int end) {
    // Most pieces begin where the last one ended.
    if (!pieces_.empty() && pieces_.back().second == begin) {
      pieces_.back().second = end;
    } else if (pieces_.empty() || pieces_.back() != std::pair(begin, end)) {
      pieces_.emplace_back(begin, end);
    }
  }
  const std::vector<std::pair<Int, Int>>& pieces() const { return pieces_; }
  void clear() { pieces_.clear(); }

  Int bytes() {
    sort();
    Int bytes = 0;
    Int end_so_far = INT64_MIN;
    for (const auto& [begin, end] : pieces_) {
      if (end <= end_so_far) continue;
      bytes += end - std::max(begin, end_so_far);
      end_so_far = end;
    }
    return bytes;
  }
  Int sectors() {
    sort();
    Int sectors = 0;
    Int next = INT64_MIN;  // the first sector that is not counted yet
    for (const auto& [begin, end] : pieces_) {
      const Int first = std::max(begin >> sector_shift, next);
      const Int last = (end - 1) >> sector_shift;
      if (last < first) continue;
      sectors += last - first + 1;
      next = last + 1;
    }
    return sectors;
  }

 private:
  void sort() {
    // The pieces of most accesses are sorted.
    if (!std::is_sorted(pieces_.begin(), pieces_.end())) std::sort(pieces_.begin(), pieces_.end());
  }

  static constexpr int sector_shift = log2_of(sector_bytes);
  std::vector<std::pair<Int, Int>> pieces_;
};

}  // namespace

std::string_view name_of(LimitedBy limit) {
  constexpr std::array<std::string_view, all_limits.size()> names{
      "maximum", "shared", "mask", "alignment", "contiguity", "layout"};
  return names[static_cast<std::size_t>(limit)];
}

bool is_element_size(Int bytes) {
  return 0 < bytes && bytes <= most_vector_bytes && std::has_single_bit(static_cast<Bits>(bytes));
}

AccessTraffic& AccessTraffic::operator+=(const AccessTraffic& other) {
  requests += other.requests;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  scattered += other.scattered;
  misaligned = misaligned || other.misaligned;
  return *this;
}

Access::Access(Kind kind, Int bytes, Int lanes, Int warps)
    : bytes_(bytes),
      scalar_(true),
      runs_(1),
      warps_(static_cast<std::size_t>(warps)),
      lanes_(static_cast<std::size_t>(lanes)) {
  if (kind != Kind::store) return;
  for (std::size_t i = 1; i < warps_.size(); ++i) warps_[i].takes_part = false;
  for (std::size_t i = 1; i < lanes_.size(); ++i) lanes_[i].takes_part = false;
}

std::vector<Access::Member> Access::members(const LinearLayout& layout, Index index, bool once) {
  std::vector<Member> members{{}};
  for (int bit = 0; bit < layout.bits_of(index); ++bit) {
    const Bits basis = layout.basis(layout.shift_of(index) + bit);
    const std::size_t count = members.size();
    for (std::size_t i = 0; i < count; ++i) {
      members.push_back(
          {members[i].element ^ basis, members[i].takes_part && !(once && basis == 0)});
    }
  }
  return members;
}

Access::Access(Kind kind, Int bytes, const Layout& any_layout, const AxisInfo& pointer,
               const AxisInfo* mask, const SharedLayout* shared, Int contiguity)
    : bytes_(bytes), shape_(any_layout.shape()) {
  const LinearLayout layout = *any_layout.linear();
  const Bases registers = layout.bases(Index::reg);
  const int d = vector_dimension(layout, registers);
  const auto along = [&](const AxisInfo& info) {
    const auto number = static_cast<std::size_t>(d);
    return number < info.dimensions.size() ? info.dimensions[number] : AxisInfo::Dimension();
  };
  // The number of elements in a vector is a power of two.
  const auto power = [](Int count) {
    return static_cast<Int>(std::bit_floor(static_cast<Bits>(std::max<Int>(1, count))));
  };
  std::array<Int, all_limits.size()> limits{};
  const auto limit = [&](LimitedBy by) -> Int& { return limits[static_cast<std::size_t>(by)]; };
  const Int most = std::max<Int>(1, most_vector_bytes / bytes);
  limit(LimitedBy::maximum) = most;
  limit(LimitedBy::shared) = most;
  limit(LimitedBy::mask) =
      mask == nullptr || mask->value == 1 ? most : power(along(*mask).constancy);
  limit(LimitedBy::alignment) = power(along(pointer).divisibility / bytes);
  limit(LimitedBy::contiguity) = power(along(pointer).contiguity);
  limit(LimitedBy::layout) = steps_along(registers, d);
  width_.elements = *std::min_element(limits.begin(), limits.end());
  if (kind == Kind::copy) {
    width_.elements = std::min(most, std::max(width_.elements, power(contiguity)));
    if (shared != nullptr) {
      const Int fitting = fitting_shared(layout, *shared, width_.elements);
      if (fitting < width_.elements) width_.elements = limit(LimitedBy::shared) = fitting;
    }
  }
  for (LimitedBy by : all_limits) {
    width_.limits[static_cast<std::size_t>(by)] = limit(by) <= width_.elements;
  }
  width_.limited_by = *std::find_if(all_limits.begin(), all_limits.end(),
                                    [&](LimitedBy by) { return width_.is_limited_by(by); });

  for (const AxisInfo::Dimension& dimension : pointer.dimensions) {
    width_.neighbours_elsewhere |=
        dimension.contiguity > std::max(width_.elements, limit(LimitedBy::contiguity));
  }
  const bool once = kind == Kind::store || kind == Kind::copy;
  lanes_ = members(layout, Index::lane, once);
  warps_ = members(layout, Index::warp, once);
  // Registers that hold the same as lower ones are stored again, but not loaded again.
  const bool again = kind == Kind::store || kind == Kind::volatile_load;
  std::vector<Member> all = members(layout, Index::reg, !again);
  if (kind == Kind::copy)
    std::erase_if(all, [](const Member& member) { return !member.takes_part; });
  for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(width_.elements)) {
    if (all[i].takes_part) runs_.push_back(all[i]);
  }
}

Access::View::View(const Access& access, const AbstractValue& numbers) : offset_(numbers.offset()) {
  // Numbers beyond this wrapped around at 64 bits: they are not addresses.
  constexpr Int most = Int{1} << 62;
  fits_ = !numbers.known() || (-most < numbers.least() && numbers.greatest() < most);
  if (!numbers.pattern()) return;
  const Pattern& pattern = *numbers.pattern();
  fits_ = fits_ && !access.scalar_ && pattern.extents.rank() == access.shape_.rank();
  /// A dimension's bits: where they are in an element's number, and where in the pattern's.
  struct Field {
    Bits mask;
    int from, to;
  };
  std::vector<Field> fields;
  int from = 0;
  int to = 0;
  for (int d = access.shape_.rank() - 1; d >= 0 && fits_; --d) {
    const Int extent = pattern.extents[d];
    fits_ = extent == 1 || extent == access.shape_[d];
    const int bits = log2_of(access.shape_[d]);
    if (extent > 1) fields.push_back({bits_below(bits), from, to});
    from += bits;
    to += extent > 1 ? bits : 0;
  }
  if (!fits_) return;
  elements_ = pattern.elements.data();
  const auto moves = [&](const std::vector<Member>& members) {
    std::vector<Bits> moved;
    moved.reserve(members.size());
    for (const Member& member : members) {
      Bits at = 0;
      for (const Field& field : fields)
        at |= (member.element >> field.from & field.mask) << field.to;
      moved.push_back(at);
    }
    return moved;
  };
  runs_ = moves(access.runs_);
  warps_ = moves(access.warps_);
  lanes_ = moves(access.lanes_);
}

std::optional<AccessTraffic> Access::traffic(const AbstractValue& addresses,
                                             const AbstractValue* mask,
                                             const std::vector<bool>& spared) const {
  const View address(*this, addresses);
  const AbstractValue always(Int{1});
  const View taken(*this, mask == nullptr ? always : *mask);
  if (!address.fits() || !taken.fits()) return std::nullopt;
  AccessTraffic traffic;
  Touched all;
  Touched request;
  const Int vector = vector_bytes();
  for (Int warp = 0; warp < warps(); ++warp) {
    if (!warps_[static_cast<std::size_t>(warp)].takes_part) continue;
    for (Int run = 0; run < runs(); ++run) {
      if (static_cast<std::size_t>(run) < spared.size() && spared[static_cast<std::size_t>(run)])
        continue;
      request.clear();
      for (Int lane = 0; lane < lanes(); ++lane) {
        if (!lanes_[static_cast<std::size_t>(lane)].takes_part || taken.at(warp, run, lane) == 0) {
          continue;
        }
        const Int begin = address.at(warp, run, lane);
        traffic.misaligned = traffic.misaligned || begin % vector != 0;
        request.add(begin, begin + vector);
      }
      if (request.pieces().empty()) continue;
      for (const auto& [begin, end] : request.pieces()) all.add(begin, end);
      ++traffic.requests;
      const Int sectors = request.sectors();
      traffic.sectors += sectors;
      traffic.scattered += sectors - ceil_div(request.bytes(), sector_bytes);
    }
  }
  // Every warp has to request a scalar by itself.
  traffic.ideal_sectors = scalar_ ? traffic.sectors : ceil_div(all.bytes(), sector_bytes);
  return traffic;
}

}  // namespace layoutq
