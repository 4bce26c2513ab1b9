#include "core/questions/conversion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace layoutq {

namespace {

/// The bases of the register bits, then of the lane bits: the part of a place within a warp.
struct WarpBits {
  std::vector<Bits> bases;
  std::size_t registers = 0;
};

/// Register bits that move nothing are dropped; then the shorter list is padded with such bits.
WarpBits warp_bits(const LinearLayout& layout, std::size_t registers) {
  WarpBits bits;
  for (int i = 0; i < layout.bits_of(Index::reg); ++i) {
    if (layout.basis(i) != 0) bits.bases.push_back(layout.basis(i));
  }
  bits.bases.resize(std::max(bits.bases.size(), registers), 0);
  bits.registers = bits.bases.size();
  for (int i = 0; i < layout.bits_of(Index::lane); ++i) {
    bits.bases.push_back(layout.basis(layout.shift_of(Index::lane) + i));
  }
  return bits;
}

std::size_t moving_registers(const LinearLayout& layout) { return warp_bits(layout, 0).registers; }

/// Returns the position in `to` of each bit of `from`, or nullopt if the bases are not a
/// permutation of each other.
std::optional<std::vector<std::size_t>> destinations(const WarpBits& from, const WarpBits& to) {
  const std::size_t count = from.bases.size();
  std::vector<std::size_t> destination(count, count);
  std::vector<bool> taken(count, false);
  // Bits that can stay do. Each other bit takes the first free one with the same basis.
  for (std::size_t i = 0; i < count; ++i) {
    if (from.bases[i] != to.bases[i]) continue;
    destination[i] = i;
    taken[i] = true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count && destination[i] == count; ++j) {
      if (taken[j] || to.bases[j] != from.bases[i]) continue;
      destination[i] = j;
      taken[j] = true;
    }
    if (destination[i] == count) return std::nullopt;
  }
  return destination;
}

/// Expresses each basis of `from` as a combination of the bases of `to`, as a set of its bits.
/// Returns nullopt if a basis is not such a combination.
std::optional<std::vector<Bits>> combinations(const WarpBits& from, const WarpBits& to) {
  struct Reached {
    Bits element;
    Bits combination;
  };
  std::vector<Reached> reached;
  const auto reduce = [&](Reached next) {
    for (const Reached& other : reached) {
      if ((next.element & std::bit_floor(other.element)) == 0) continue;
      next.element ^= other.element;
      next.combination ^= other.combination;
    }
    return next;
  };
  for (std::size_t i = 0; i < to.bases.size(); ++i) {
    const Reached next = reduce({to.bases[i], bit(static_cast<int>(i))});
    if (next.element != 0) reached.push_back(next);
  }
  std::vector<Bits> answers;
  for (Bits basis : from.bases) {
    const Reached next = reduce({basis, 0});
    if (next.element != 0) return std::nullopt;
    answers.push_back(next.combination);
  }
  return answers;
}

Moves moves_within_warp(const WarpBits& from, const WarpBits& to) {
  const Bits registers = bits_below(static_cast<int>(from.registers));
  std::vector<Bits> goes_to;
  if (const auto destination = destinations(from, to)) {
    for (std::size_t j : *destination) goes_to.push_back(bit(static_cast<int>(j)));
  } else if (const auto combined = combinations(from, to); combined && combinations(to, from)) {
    // Checks both directions, because a warp may lack elements of which other warps hold copies.
    goes_to = *combined;
  } else {
    return Moves::shared;
  }
  bool renamed = false;
  bool lanes_move = false;
  BitSpan into_lanes;  // the lane parts of the images of the registers
  for (std::size_t i = 0; i < goes_to.size(); ++i) {
    const Bits stays = bit(static_cast<int>(i));
    if (i < from.registers) {
      renamed = renamed || goes_to[i] != stays;
      into_lanes.add(goes_to[i] & ~registers);
    } else {
      lanes_move = lanes_move || goes_to[i] != stays;
    }
  }
  if (lanes_move || into_lanes.rank() > 0) {
    return into_lanes.rank() <= 1 ? Moves::shuffle : Moves::shared;
  }
  return renamed ? Moves::registers : Moves::none;
}

Moves moves(const LinearLayout& from, const LinearLayout& to) {
  for (Index index : {Index::warp, Index::block}) {
    if (from.bases(index) != to.bases(index)) return Moves::shared;
  }
  const std::size_t registers = std::max(moving_registers(from), moving_registers(to));
  return moves_within_warp(warp_bits(from, registers), warp_bits(to, registers));
}

}  // namespace

std::string_view name_of(Moves moves) {
  constexpr std::array<std::string_view, 4> names{"none", "register", "shuffle", "shared"};
  return names[static_cast<std::size_t>(moves)];
}

std::optional<Conversion> conversion(const Layout& from_layout, const Layout& to_layout) {
  const auto from = from_layout.linear();
  const auto to = to_layout.linear();
  if (!from || !to) return std::nullopt;
  Conversion answer;
  answer.moves = moves(*from, *to);
  answer.elements = from_layout.elements();
  // First holders are linear in the element, and so are the differences of their numbers.
  const auto changed = [&](Index index) {
    BitSpan differences;
    for (int i = 0; i < log2_of(answer.elements); ++i) {
      const auto part = [&](const LinearLayout& layout) {
        return layout.inverse(i) >> layout.shift_of(index) & bits_below(layout.bits_of(index));
      };
      differences.add(part(*from) ^ part(*to));
    }
    return answer.elements - (answer.elements >> differences.rank());
  };
  answer.blocks = changed(Index::block);
  answer.warps = changed(Index::warp);
  answer.lanes = changed(Index::lane);
  answer.registers = changed(Index::reg);
  return answer;
}

}  // namespace layoutq
