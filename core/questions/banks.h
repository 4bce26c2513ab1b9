#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/layout/layout.h"
#include "core/layout/shared_layout.h"

/// Bank conflicts: the wavefronts that it takes to store a tensor's registers to shared memory, or
/// to load them; a load takes as many as a store. Requests and wavefronts are counted as Nsight
/// Compute counts them on NVIDIA GPUs (smsp__inst_executed_op_shared_st,
/// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st, …_ld).
///
/// Shared memory has 32 banks, and byte b lies in bank (b / 4) mod 32. In one wavefront each bank
/// delivers one 4-byte word, to any number of lanes. A request is served in phases: 32 lanes at a
/// time for up to 4 bytes per lane, 16 lanes for 8 bytes, 8 lanes for 16 bytes. If the lanes of a
/// phase want N different words of one bank, the phase takes N wavefronts.
///
/// For example, 32 lanes load a column of fp32 from a row-major tensor with 32 columns. Lane i
/// wants word 32·i, every word lies in bank 0, and the request takes 32 wavefronts instead of 1.
/// With one word of padding per row lane i wants word 33·i in bank i, and there is no conflict.
namespace layoutq {

inline constexpr Int bank_count = 32;
inline constexpr Int word_bytes = 4;  ///< width of a bank
/// The largest number of bytes that one instruction moves per lane.
inline constexpr Int most_access_bytes = 16;

/// Returns the bank of a byte of shared memory.
constexpr Int bank_of(Int byte) { return byte / word_bytes % bank_count; }

/// The totals over the requests of all warps of a CTA.
struct BankTraffic {
  Int requests = 0;
  Int wavefronts = 0;
  Int ideal_wavefronts = 0;  ///< without any conflict: one for each phase
  Int ways = 0;              ///< the wavefronts of the worst phase

  Int conflicts() const { return wavefronts - ideal_wavefronts; }
  /// Adds further requests.
  void add(const BankTraffic& other);
};

/// A phase of a request: the lanes that are served together.
struct BankPhase {
  Int warp = 0;
  Int reg = 0;  ///< the first register of the request
  Int phase = 0;
  Int first_lane = 0;
  Int words = 0;  ///< different words that the lanes want
  Int wavefronts = 0;
};

/// The largest number of accesses that are examined one by one, which is necessary with padding.
inline constexpr Int most_accesses = Int{1} << 24;

/// Why the bank conflicts of a layout cannot be counted.
enum class BankProblem {
  sizes,         ///< a size of the registers' layout is not a power of two
  blocks,        ///< the registers and the shared memory belong to different numbers of CTAs
  other_memory,  ///< a CTA's registers hold elements that lie in another CTA's memory
};

/// The access of a CTA's registers to shared memory.
///
/// Each bit of a register, lane or warp number moves an element's number in shared memory by one
/// basis. Without padding this also holds for its byte, word and bank. All phases are then alike,
/// and linear algebra counts the words in a bank. With padding the address of every lane is
/// computed.
class BankAccess {
 public:
  /// Returns the access, or why it cannot be described. The layouts must have the same shape;
  /// elements have 1, 2, 4, 8 or 16 bytes.
  static std::variant<BankAccess, BankProblem> of(const Layout& registers,
                                                  const SharedLayout& shared, Int element_bytes);

  /// The number of elements that one instruction moves per lane: the largest power of two V of at
  /// most 16 bytes such that 1, 2, …, V / 2 are bases of registers, and V divides the bases of all
  /// lanes and warps, every padding and its interval. Triton 3.6 chooses the same, except that it
  /// ignores paddings, and then faults on a misaligned access.
  Int vector() const { return vector_; }
  Int vector_bytes() const { return vector_ * element_bytes_; }
  bool padding() const { return !shared_.paddings().empty(); }
  /// True if paddings make the vector narrower than the one that Triton 3.6 uses, which then
  /// faults.
  bool padding_misaligns() const { return vector_ < unpadded_vector_; }
  /// True if the registers are in the order of their numbers, at least within a vector. If they are
  /// not, Triton 3.6 sorts them, but with paddings it splits most vectors.
  bool in_order() const { return in_order_; }
  /// True if Triton 3.6 uses ldmatrix and stmatrix instead, which these counts do not describe. It
  /// does so for 8 × 8 matrices of 16 bits whose rows lie in 16 bytes, four lanes to a row, or
  /// transposed.
  bool fits_matrix_instructions() const { return matrix_; }

  /// The number of requests of a warp: one for each vector of registers, without copies.
  Int requests_per_warp() const { return Int{1} << request_bits_.size(); }
  Int warps() const { return warps_; }
  Int lanes() const { return lanes_; }
  Int phases() const { return lanes_ / lanes_per_phase_; }
  Int lanes_per_phase() const { return lanes_per_phase_; }

  /// Returns the totals of CTA 0. Without padding all CTAs have the same. Returns nullopt if there
  /// is padding and more than most_accesses would have to be examined.
  std::optional<BankTraffic> traffic() const;
  /// Returns a phase of a warp's request, 0 ≤ request < requests_per_warp().
  BankPhase phase(Int warp, Int request, Int phase) const;
  /// Calls visit(phase) for each phase, ordered by warp, request and phase.
  template <class Visit>
  void for_each_phase(Visit visit) const {
    for (Int warp = 0; warp < warps_; ++warp) {
      for (Int request = 0; request < requests_per_warp(); ++request) {
        for (Int i = 0; i < phases(); ++i) visit(phase(warp, request, i));
      }
    }
  }
  /// Returns the first phase with the largest number of wavefronts, or nullopt as `traffic` does.
  std::optional<BankPhase> worst_phase() const;

  /// A word that lanes of a phase want.
  struct Word {
    Int bank = 0;
    Int word = 0;  ///< number of the word, from the start of the tensor
    std::vector<Int> lanes = {};
    Int wavefront = 0;  ///< the wavefront of the phase that delivers it
  };
  /// Returns the words that the lanes of a phase want, ordered by bank and word.
  std::vector<Word> words(const BankPhase& phase) const;

 private:
  BankAccess(const SharedLayout& shared, Int element_bytes)
      : shared_(shared), element_bytes_(element_bytes) {}

  /// A word that one lane wants. A flat list of these is cheaper to count than words with lanes.
  struct Wanted {
    Int bank = 0;
    Int word = 0;
    Int lane = 0;

    friend auto operator<=>(const Wanted&, const Wanted&) = default;
  };
  /// Ordered by bank, word and lane.
  std::vector<Wanted> wanted(const BankPhase& phase) const;
  void choose_vector();
  bool find_matrix() const;
  Int accesses() const;
  /// The number of words of a phase in one bank, without padding.
  Int words_in_bank() const;

  /// A register bit that does not make copies, and its basis.
  struct RegisterBit {
    Int reg;
    Bits number;
  };

  SharedLayout shared_;
  Int element_bytes_;
  Int warps_ = 1;
  Int lanes_ = 1;
  Int lanes_per_phase_ = 1;
  Int vector_ = 1;
  Int unpadded_vector_ = 1;
  bool in_order_ = true;
  bool matrix_ = false;
  // The bases by which the bits move an element's number.
  std::vector<RegisterBit> register_bits_;  ///< without those that only make copies
  std::vector<RegisterBit> request_bits_;   ///< those of register_bits_ that are outside the vector
  std::vector<Bits> lane_bits_;
  std::vector<Bits> warp_bits_;
};

}  // namespace layoutq
