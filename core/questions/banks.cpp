#include "core/questions/banks.h"

#include <algorithm>
#include <array>
#include <bit>

namespace layoutq {

namespace {

/// Returns the xor of the bases of all bits that are set in a number.
Bits xor_of(const std::vector<Bits>& values, Int number) {
  Bits all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (number >> i & 1) all ^= values[i];
  }
  return all;
}

bool multiples(const std::vector<Bits>& numbers, Int of) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [&](Bits number) { return number % static_cast<Bits>(of) == 0; });
}

}  // namespace

void BankTraffic::add(const BankTraffic& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  ways = std::max(ways, other.ways);
}

std::variant<BankAccess, BankProblem> BankAccess::of(const Layout& layout,
                                                     const SharedLayout& shared,
                                                     Int element_bytes) {
  const auto linear = layout.linear();
  if (!linear) return BankProblem::sizes;
  const LinearLayout& registers = *linear;
  const LinearLayout numbers = shared.linear();
  if (registers.blocks() != numbers.blocks()) return BankProblem::blocks;
  BankAccess access(shared, element_bytes);
  access.warps_ = registers.warps();
  access.lanes_ = registers.lanes();

  // An element's number is linear in the bits of its coordinate, which are linear in the place's.
  const Bits in_cta = bits_below(numbers.shift_of(Index::block));
  bool elsewhere = false;
  const auto number_of = [&](Bits element) {
    const Bits place = numbers.first_place(element);
    elsewhere = elsewhere || (place & ~in_cta) != 0;
    return place & in_cta;
  };
  const auto basis = [&](Index index, int i) {
    return registers.basis(registers.shift_of(index) + i);
  };
  BitSpan held;
  for (int i = 0; i < registers.bits_of(Index::reg); ++i) {
    const Bits element = basis(Index::reg, i);
    if (held.add(element)) access.register_bits_.push_back({Int{1} << i, number_of(element)});
  }
  for (int i = 0; i < registers.bits_of(Index::lane); ++i) {
    access.lane_bits_.push_back(number_of(basis(Index::lane, i)));
  }
  for (int i = 0; i < registers.bits_of(Index::warp); ++i) {
    access.warp_bits_.push_back(number_of(basis(Index::warp, i)));
  }
  // The registers of a CTA must hold elements of its own memory.
  for (int i = 0; i < registers.bits_of(Index::block); ++i) {
    number_of(basis(Index::block, i) ^ numbers.basis(numbers.shift_of(Index::block) + i));
  }
  if (elsewhere) return BankProblem::other_memory;
  access.choose_vector();
  return access;
}

void BankAccess::choose_vector() {
  const auto has = [&](Int number) {
    return std::any_of(register_bits_.begin(), register_bits_.end(), [&](const RegisterBit& bit) {
      return bit.number == static_cast<Bits>(number);
    });
  };
  Int most = most_access_bytes / element_bytes_;
  for (const Padding& padding : shared_.paddings()) most = std::min(most, padding.interval);
  const auto widest = [&](auto fits) {
    Int vector = 1;
    while (2 * vector <= most && fits(2 * vector) && has(vector) &&
           multiples(lane_bits_, 2 * vector) && multiples(warp_bits_, 2 * vector)) {
      vector *= 2;
    }
    return vector;
  };
  unpadded_vector_ = widest([](Int) { return true; });
  vector_ = widest([&](Int vector) {
    return std::all_of(shared_.paddings().begin(), shared_.paddings().end(),
                       [&](const Padding& padding) { return padding.elements % vector == 0; });
  });
  for (const RegisterBit& bit : register_bits_) {
    if (bit.number >= static_cast<Bits>(vector_)) request_bits_.push_back(bit);
  }
  for (std::size_t i = 0; Int{1} << i < vector_; ++i) {
    in_order_ = in_order_ && register_bits_[i].number == bit(static_cast<int>(i));
  }
  // The number of lanes that all banks together can serve at once.
  lanes_per_phase_ =
      std::min(lanes_, bank_count * word_bytes / std::max(word_bytes, vector_bytes()));
  matrix_ = find_matrix();
}

/// Measured on 184 kernels of Triton 3.6 (tests/oracle/banks_3_6.tsv): it uses these instructions
/// exactly where this returns true, whatever the kind of the layout.
bool BankAccess::find_matrix() const {
  constexpr std::size_t lane_count_bits = 5;
  if (padding() || lane_bits_.size() != lane_count_bits) return false;
  std::vector<Bits> registers;
  for (const RegisterBit& bit : register_bits_) registers.push_back(bit.number);
  // A row is 16 bytes: 4 bytes from each of 4 lanes.
  constexpr Int lane_bytes = 4;
  constexpr Int row_bytes = 16;
  if (element_bytes_ <= lane_bytes) {
    const Int in_lane = lane_bytes / element_bytes_;
    std::vector<Bits> others;
    Int within = 1;
    for (Bits number : registers) {
      if (number < static_cast<Bits>(in_lane) && std::has_single_bit(number)) {
        within *= 2;
      } else {
        others.push_back(number);
      }
    }
    others.insert(others.end(), lane_bits_.begin() + 2, lane_bits_.end());
    others.insert(others.end(), warp_bits_.begin(), warp_bits_.end());
    if (within == in_lane && lane_bits_[0] == static_cast<Bits>(in_lane) &&
        lane_bits_[1] == static_cast<Bits>(2 * in_lane) &&
        multiples(others, row_bytes / element_bytes_)) {
      return true;
    }
  }
  // If transposed, lanes 4, 8 and 16 move along a row, and at least two registers across it.
  constexpr Int transposed_bytes = 2;
  if (element_bytes_ != transposed_bytes || registers.empty()) return false;
  constexpr Int row = row_bytes / transposed_bytes;
  return std::equal(lane_bits_.begin() + 2, lane_bits_.end(),
                    std::array<Bits, 3>{1, 2, 4}.begin()) &&
         multiples(registers, row) && multiples({lane_bits_[0], lane_bits_[1]}, row) &&
         multiples(warp_bits_, row);
}

Int BankAccess::words_in_bank() const {
  BitSpan words;
  BitSpan banks;
  const auto add = [&](Bits byte) {
    const Bits word = byte / static_cast<Bits>(word_bytes);
    words.add(word);
    banks.add(word % static_cast<Bits>(bank_count));
  };
  for (std::size_t i = 0; Int{1} << i < lanes_per_phase_; ++i) {
    const Bits first = lane_bits_[i] & ~static_cast<Bits>(vector_ - 1);
    add(first * static_cast<Bits>(element_bytes_));
  }
  for (Int byte = word_bytes; byte < vector_bytes(); byte *= 2) add(static_cast<Bits>(byte));
  return Int{1} << (words.rank() - banks.rank());
}

Int BankAccess::accesses() const { return warps_ * requests_per_warp() * lanes_; }

std::optional<BankTraffic> BankAccess::traffic() const {
  BankTraffic traffic;
  traffic.requests = warps_ * requests_per_warp();
  traffic.ideal_wavefronts = traffic.requests * phases();
  if (!padding()) {
    traffic.ways = words_in_bank();
    traffic.wavefronts = traffic.ideal_wavefronts * traffic.ways;
    return traffic;
  }
  if (accesses() > most_accesses) return std::nullopt;
  for_each_phase([&](const BankPhase& phase) {
    traffic.wavefronts += phase.wavefronts;
    traffic.ways = std::max(traffic.ways, phase.wavefronts);
  });
  return traffic;
}

std::optional<BankPhase> BankAccess::worst_phase() const {
  BankPhase worst = phase(0, 0, 0);
  if (!padding()) return worst;  // all phases are alike
  if (accesses() > most_accesses) return std::nullopt;
  for_each_phase([&](const BankPhase& phase) {
    if (phase.wavefronts > worst.wavefronts) worst = phase;
  });
  return worst;
}

BankPhase BankAccess::phase(Int warp, Int request, Int phase) const {
  BankPhase answer{.warp = warp, .phase = phase, .first_lane = phase * lanes_per_phase_};
  for (std::size_t i = 0; i < request_bits_.size(); ++i) {
    if (request >> i & 1) answer.reg += request_bits_[i].reg;
  }
  Int in_bank = 0;
  Int bank = -1;
  Int word = -1;
  for (const Wanted& wanted : wanted(answer)) {
    if (wanted.bank != bank) in_bank = 0;
    if (wanted.bank != bank || wanted.word != word) {
      ++in_bank;
      ++answer.words;
    }
    bank = wanted.bank;
    word = wanted.word;
    answer.wavefronts = std::max(answer.wavefronts, in_bank);
  }
  return answer;
}

std::vector<BankAccess::Wanted> BankAccess::wanted(const BankPhase& phase) const {
  Bits start = xor_of(warp_bits_, phase.warp);
  for (const RegisterBit& bit : register_bits_) {
    if (phase.reg & bit.reg) start ^= bit.number;
  }
  std::vector<Wanted> all;
  for (Int lane = phase.first_lane; lane < phase.first_lane + lanes_per_phase_; ++lane) {
    const Bits number = (start ^ xor_of(lane_bits_, lane)) & ~static_cast<Bits>(vector_ - 1);
    const Int first = shared_.offset(static_cast<Int>(number)) * element_bytes_;
    for (Int byte = first; byte < first + vector_bytes(); byte += word_bytes) {
      all.push_back({bank_of(byte), byte / word_bytes, lane});
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<BankAccess::Word> BankAccess::words(const BankPhase& phase) const {
  std::vector<Word> words;
  for (const Wanted& wanted : wanted(phase)) {
    const bool same_bank = !words.empty() && words.back().bank == wanted.bank;
    if (!same_bank || words.back().word != wanted.word) {
      const Int wavefront = same_bank ? words.back().wavefront + 1 : 0;
      words.push_back({wanted.bank, wanted.word, {}, wavefront});
    }
    std::vector<Int>& lanes = words.back().lanes;
    if (lanes.empty() || lanes.back() != wanted.lane) lanes.push_back(wanted.lane);
  }
  return words;
}

}  // namespace layoutq
