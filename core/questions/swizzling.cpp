#include "core/questions/swizzling.h"

#include <algorithm>
#include <optional>

#include "core/questions/banks.h"

namespace layoutq {

namespace {

std::vector<Bits> bases_of(const LinearLayout& layout, Index index) {
  std::vector<Bits> bases;
  for (int i = 0; i < layout.bits_of(index); ++i) {
    bases.push_back(layout.basis(layout.shift_of(index) + i));
  }
  return bases;
}

bool contains(const std::vector<Bits>& all, Bits one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Builds the offsets for one choice of vector: the registers that lie next to each other.
class Swizzling {
 public:
  Swizzling(const std::vector<LinearLayout>& sides, Int element_bytes, std::vector<Bits> vector)
      : sides_(sides), element_bytes_(element_bytes), vector_(std::move(vector)) {
    for (Int extent : sides.front().shape()) element_bits_ += log2_of(extent);
  }

  /// Returns the elements at offsets 1, 2, 4, …, or nullopt if lanes or warps move within the
  /// vector.
  std::optional<std::vector<Bits>> offsets() {
    // The space outside the vector, which contains all lanes and warps.
    for (Bits basis : vector_) within_.add(basis);
    for (const LinearLayout& side : sides_) {
      for (Index index : {Index::lane, Index::warp}) {
        for (Bits basis : bases_of(side, index)) {
          if (across_.add(basis) && !within_.add(basis)) return std::nullopt;
        }
      }
    }
    for (int i = 0; i < element_bits_; ++i) {
      if (within_.add(bit(i))) across_.add(bit(i));
    }
    const int row_bits = std::min(element_bits_, log2_of(bank_count * word_bytes / element_bytes_));
    std::vector<Bits> low = vector_;
    fill_word(&low);
    const std::vector<Bits> rest = outside_of_phases(low, element_bits_ - row_bits);
    // The remaining bits select the bank.
    BitSpan taken;
    for (Bits basis : low) taken.add(basis);
    for (Bits basis : rest) taken.add(basis);
    for (Bits basis : across_.basis()) {
      if (static_cast<int>(low.size()) < element_bits_ - static_cast<int>(rest.size()) &&
          taken.add(basis)) {
        low.push_back(basis);
      }
    }
    low.insert(low.end(), rest.begin(), rest.end());
    return low;
  }

 private:
  /// Extends the vector to a whole word by the bases of the first side's lanes.
  void fill_word(std::vector<Bits>* low) const {
    BitSpan taken;
    for (Bits basis : *low) taken.add(basis);
    for (Bits basis : bases_of(sides_.front(), Index::lane)) {
      const Int bytes = element_bytes_ << low->size();
      if (bytes < word_bytes && taken.add(basis)) low->push_back(basis);
    }
  }

  /// Returns, for each side, the span of a phase together with its vector or word.
  std::vector<BitSpan> phases(const std::vector<Bits>& low) const {
    std::vector<BitSpan> spans;
    for (const LinearLayout& side : sides_) {
      const std::vector<Bits> registers = bases_of(side, Index::reg);
      Int bytes = element_bytes_;
      for (Bits basis : vector_) {
        if (!contains(registers, basis)) break;
        bytes *= 2;
      }
      bytes = std::max(bytes, word_bytes);
      const Int lanes = bank_count * word_bytes / bytes;
      BitSpan& span = spans.emplace_back();
      for (std::size_t i = 0; i < low.size() && element_bytes_ << i < bytes; ++i) span.add(low[i]);
      const std::vector<Bits> lane_bases = bases_of(side, Index::lane);
      for (int i = 0; i < std::min(log2_of(lanes), side.bits_of(Index::lane)); ++i) {
        span.add(lane_bases[static_cast<std::size_t>(i)]);
      }
    }
    return spans;
  }

  /// Returns up to so many independent vectors of which no combination lies in a phase's span.
  std::vector<Bits> outside_of_phases(const std::vector<Bits>& low, int count) const {
    std::vector<BitSpan> spans = phases(low);
    std::vector<Bits> found;
    while (static_cast<int>(found.size()) < count) {
      const Bits next = outside(spans.front(), spans.back());
      if (next == 0) break;
      for (BitSpan& span : spans) span.add(next);
      found.push_back(next);
    }
    return found;
  }

  /// Returns a vector that is in neither span, or 0 if one of them is the whole space.
  Bits outside(const BitSpan& one, const BitSpan& other) const {
    const auto outside_of = [&](const BitSpan& span) {
      for (Bits basis : across_.basis()) {
        if (span.reduced(basis) != 0) return basis;
      }
      return Bits{0};
    };
    const Bits a = outside_of(one);
    const Bits b = outside_of(other);
    if (a == 0 || b == 0) return 0;
    if (other.reduced(a) != 0) return a;
    if (one.reduced(b) != 0) return b;
    return a ^ b;  // each is in the span that the other is not in
  }

  const std::vector<LinearLayout>& sides_;
  Int element_bytes_;
  std::vector<Bits> vector_;
  int element_bits_ = 0;
  BitSpan within_;  ///< the span of everything placed so far
  BitSpan across_;  ///< the space outside the vector
};

/// Returns the registers that hold an element which no lower register holds.
std::vector<Bits> distinct_registers(const LinearLayout& side) {
  BitSpan held;
  std::vector<Bits> registers = bases_of(side, Index::reg);
  std::erase_if(registers, [&](Bits basis) { return !held.add(basis); });
  return registers;
}

}  // namespace

std::optional<std::vector<Bases>> swizzles_for(std::span<const Layout> layouts, Int element_bytes) {
  std::vector<LinearLayout> sides;
  for (const Layout& layout : layouts) {
    auto side = layout.linear();
    if (!side) return std::nullopt;
    sides.push_back(*std::move(side));
  }
  const auto most = static_cast<std::size_t>(log2_of(most_access_bytes / element_bytes));
  std::vector<std::vector<Bits>> vectors;
  std::vector<Bits> common = distinct_registers(sides.front());
  for (const LinearLayout& side : sides) {
    const std::vector<Bits> registers = distinct_registers(side);
    std::erase_if(common, [&](Bits basis) { return !contains(registers, basis); });
    vectors.push_back(registers);
  }
  vectors.insert(vectors.begin(), common);
  std::vector<Bases> all;
  for (const std::vector<Bits>& registers : vectors) {
    for (std::size_t count = std::min(registers.size(), most) + 1; count-- > 0;) {
      const std::vector<Bits> vector(registers.begin(),
                                     registers.begin() + static_cast<std::ptrdiff_t>(count));
      const auto offsets = Swizzling(sides, element_bytes, vector).offsets();
      if (!offsets) continue;
      Bases bases;
      for (Bits element : *offsets) bases.push_back(sides.front().coordinate(element));
      if (std::find(all.begin(), all.end(), bases) == all.end()) all.push_back(std::move(bases));
    }
  }
  return all;
}

}  // namespace layoutq
