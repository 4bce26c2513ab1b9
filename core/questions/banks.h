#pragma once

#include <optional>
#include <vector>

#include "core/layout/layout.h"
#include "core/layout/shared_layout.h"

/// Whether lanes collide in shared memory: the wavefronts that it takes to store a tensor's
/// registers there, or to load them; both take the same. Requests and wavefronts as Nsight Compute
/// counts them on NVIDIA GPUs (smsp__inst_executed_op_shared_st,
/// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st, …_ld).
///
/// Shared memory has 32 banks, and byte b lies in bank (b / 4) mod 32. In one wavefront each bank
/// gives one 4-byte word, to as many lanes as want it. A request of up to 4 bytes a lane is served
/// for 32 lanes at once, one of 8 bytes for 16 lanes after the other, one of 16 bytes for 8: its
/// phases. A phase takes as many wavefronts as the most words that its lanes want of one bank.
namespace layoutq {

inline constexpr Int bank_count = 32;
inline constexpr Int word_bytes = 4;  ///< that a bank is wide
/// The most bytes that one instruction takes per lane.
inline constexpr Int most_access_bytes = 16;

/// The bank of a byte of shared memory.
constexpr Int bank_of(Int byte) { return byte / word_bytes % bank_count; }

/// What the requests of all warps of a CTA come to.
struct BankTraffic {
  Int requests = 0;
  Int wavefronts = 0;
  Int ideal_wavefronts = 0;  ///< were no two words in one bank: one for each phase
  Int ways = 0;              ///< the wavefronts of the worst phase

  Int conflicts() const { return wavefronts - ideal_wavefronts; }
  /// Takes in further requests.
  void add(const BankTraffic& other);
};

/// A phase of a request: the lanes that are served together.
struct BankPhase {
  Int warp = 0;
  Int reg = 0;  ///< the first register of the request
  Int phase = 0;
  Int first_lane = 0;
  Int words = 0;  ///< different ones
  Int wavefronts = 0;
};

/// The most lanes' accesses that are looked at one by one, which padding makes necessary.
inline constexpr Int most_accesses = Int{1} << 24;

/// How the registers of a CTA's warps meet shared memory.
///
/// Each bit of a register, lane or warp number moves an element's number in shared memory by one
/// basis, and so, where nothing is padded, its byte, word and bank: then all phases are alike, and
/// the words in a bank are counted by linear algebra. With padding every lane's address is worked
/// out.
class BankAccess {
 public:
  /// Of the same shape, elements of 1, 2, 4, 8 or 16 bytes. Nothing where a CTA's registers hold
  /// what lies in another CTA's memory.
  static std::optional<BankAccess> of(const LinearLayout& registers, const SharedLayout& shared,
                                      Int element_bytes);

  /// The elements that one instruction takes per lane: the greatest power of two V of at most 16
  /// bytes such that numbers 1, 2, …, V / 2 are bases of registers, every lane's and warp's basis
  /// is a multiple of V, and each padding and its interval are. As Triton 3.6 chooses it, but that
  /// it does not look at the paddings, and faults.
  Int vector() const { return vector_; }
  Int vector_bytes() const { return vector_ * element_bytes_; }
  bool padding() const { return !shared_.paddings().empty(); }
  /// Whether a padding keeps the vector from what Triton 3.6 takes for it, which then faults.
  bool padding_misaligns() const { return vector_ < unpadded_vector_; }
  /// Whether the registers come in the order of their numbers, at least within a vector. Where they
  /// do not, Triton 3.6 sorts them, but with paddings leaves most vectors in pieces.
  bool in_order() const { return in_order_; }
  /// Whether Triton 3.6 takes ldmatrix and stmatrix instead, which these figures do not describe:
  /// 8 × 8 matrices of 16 bits whose rows lie in 16 bytes, four lanes to a row, or transposed.
  bool fits_matrix_instructions() const { return matrix_; }

  /// Requests of one warp: one for every vector of registers that hold different elements.
  Int requests_per_warp() const { return Int{1} << request_bits_.size(); }
  Int warps() const { return warps_; }
  Int lanes() const { return lanes_; }
  Int phases() const { return lanes_ / lanes_per_phase_; }
  Int lanes_per_phase() const { return lanes_per_phase_; }

  /// All requests of CTA 0; every CTA's are alike where nothing is padded. Nothing where paddings
  /// make it look at more than most_accesses.
  std::optional<BankTraffic> traffic() const;
  /// The phase of a warp's request, 0 ≤ request < requests_per_warp().
  BankPhase phase(Int warp, Int request, Int phase) const;
  /// Calls visit(phase) for each phase, by warp, request and phase.
  template <class Visit>
  void for_each_phase(Visit visit) const {
    for (Int warp = 0; warp < warps_; ++warp) {
      for (Int request = 0; request < requests_per_warp(); ++request) {
        for (Int i = 0; i < phases(); ++i) visit(phase(warp, request, i));
      }
    }
  }
  /// A phase that takes the most wavefronts, the first one of them; nothing as for `traffic`.
  std::optional<BankPhase> worst_phase() const;

  /// A word that lanes of a phase want.
  struct Word {
    Int bank = 0;
    Int word = 0;  ///< of shared memory, from where the tensor begins
    std::vector<Int> lanes = {};
    Int wavefront = 0;  ///< of the phase, the one that serves it: a bank's words take turns
  };
  /// What the lanes of a phase want, by bank and word.
  std::vector<Word> words(const BankPhase& phase) const;

 private:
  BankAccess(const SharedLayout& shared, Int element_bytes)
      : shared_(shared), element_bytes_(element_bytes) {}

  /// What one lane wants: so many are cheaper to count than words with their lanes.
  struct Wanted {
    Int bank = 0;
    Int word = 0;
    Int lane = 0;

    friend auto operator<=>(const Wanted&, const Wanted&) = default;
  };
  /// By bank, word and lane.
  std::vector<Wanted> wanted(const BankPhase& phase) const;
  void choose_vector();
  bool find_matrix() const;
  Int accesses() const;
  /// The words of a phase in one bank, where nothing is padded.
  Int words_in_bank() const;

  /// A register bit that counts, and where it moves.
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
  // Where the bits move an element's number.
  std::vector<RegisterBit> register_bits_;  ///< those that hold what no lower register holds
  std::vector<RegisterBit> request_bits_;   ///< of them, those that are not within a vector
  std::vector<Bits> lane_bits_;
  std::vector<Bits> warp_bits_;
};

}  // namespace layoutq
