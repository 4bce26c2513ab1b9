#include "cmd/report/bank_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/layout/text.h"

namespace layoutq {

namespace {

/// Formats lanes: "lanes 0 to 7".
std::string lanes_text(const BankAccess& access, const BankPhase& phase) {
  const Int last = phase.first_lane + access.lanes_per_phase() - 1;
  return last == phase.first_lane ? fmt::format("lane {}", last)
                                  : fmt::format("lanes {} to {}", phase.first_lane, last);
}

}  // namespace

void explain_banks(Output* output, const BankAccess& access, const std::string& side,
                   Int element_bytes) {
  const auto worst = access.worst_phase();
  if (!worst) return;
  const std::vector<BankAccess::Word> words = access.words(*worst);
  const Int slowest =
      std::max_element(words.begin(), words.end(), [](const auto& a, const auto& b) {
        return a.wavefront < b.wavefront;
      })->bank;
  output->print("  {}worst phase: warp {}, register {}, phase {} ({}): {} of bank {}\n",
                side.empty() ? "" : side + ": ", worst->warp, worst->reg, worst->phase,
                lanes_text(access, *worst), counted(worst->wavefronts, "word"), slowest);
  for (const BankAccess::Word& word : words) {
    if (word.bank != slowest) continue;
    const Int byte = word.word * word_bytes;
    output->print("    word {} (byte {}, offset {}): {} {}\n", word.word, byte,
                  byte / element_bytes, word.lanes.size() == 1 ? "lane" : "lanes",
                  fmt::join(word.lanes, ", "));
  }
}

std::vector<std::string> notes_on_banks(const BankAccess& access, const std::string& side,
                                        const BankTraffic& traffic) {
  const std::string prefix = side.empty() ? "" : side + ": ";
  std::vector<std::string> notes{
      prefix + (traffic.conflicts() == 0
                    ? "no bank conflicts"
                    : fmt::format("{}-way bank conflicts: {} more wavefronts than without",
                                  traffic.ways, traffic.conflicts()))};
  if (access.fits_matrix_instructions()) {
    notes.push_back(fmt::format("{}Triton uses {} here; these counts are for plain {}", prefix,
                                side == "store"  ? "stmatrix (from the H100 on)"
                                : side == "load" ? "ldmatrix"
                                                 : "ldmatrix and, from the H100 on, stmatrix",
                                side.empty() ? "loads and stores" : side + "s"));
  }
  if (access.padding_misaligns()) {
    notes.push_back(prefix +
                    fmt::format("Triton 3.6 uses wider accesses than {} here, which the padding "
                                "misaligns: the kernel faults",
                                counted(access.vector_bytes(), "byte")));
  } else if (access.padding() && !access.in_order()) {
    notes.push_back(prefix +
                    "Triton 3.6 splits accesses of such registers to a padded layout, mostly into "
                    "single elements, and makes more requests than these");
  }
  constexpr Int nvidia_lanes = 32;
  if (access.lanes() != nvidia_lanes) {
    notes.push_back(prefix + fmt::format("banks and phases are those of NVIDIA's warps of {} lanes",
                                         nvidia_lanes));
  }
  return notes;
}

}  // namespace layoutq
