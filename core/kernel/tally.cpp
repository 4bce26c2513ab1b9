#include "core/kernel/tally.h"

namespace layoutq {

void Tally::add(const Access& access, const AbstractValue& addresses, const AbstractValue* mask,
                const std::vector<bool>& spared, Evaluation* evaluation) {
  if (times == 1) start = addresses;
  const auto one = traffic(access, addresses, mask, spared, evaluation);
  if (!one) {
    sum.reset();
    return;
  }
  if (!first || first->sectors == 0) first = one;
  if (sum) *sum += *one;
}

/// The traffic of one execution; if it is not known, `unknown` says why.
std::optional<AccessTraffic> Tally::traffic(const Access& access, const AbstractValue& addresses,
                                            const AbstractValue* mask,
                                            const std::vector<bool>& spared,
                                            Evaluation* evaluation) {
  const auto count = [&](const AbstractValue* under) -> std::optional<AccessTraffic> {
    if (evaluation->spent()) return std::nullopt;
    // A lane of a request takes some times as long as an element.
    constexpr Int per_lane = 8;
    evaluation->charge(per_lane * access.runs() * access.warps() * access.lanes());
    return access.traffic(addresses, under, spared);
  };
  // Without a lane that takes part the pointer does not matter.
  if (mask != nullptr && mask->number() == 0) return AccessTraffic();
  if (!addresses.known()) {
    unknown = {
        .kind = addresses.why() == Unknown::loaded ? NoteKind::gather : NoteKind::unknown_pointer,
        .why = addresses.why()};
    return std::nullopt;
  }
  if (!access.scalar() && addresses.step() > 0 && addresses.step() < sector_bytes) {
    unknown = {.kind = NoteKind::unknown_alignment, .why = addresses.why()};
    return std::nullopt;
  }
  if (mask != nullptr && !mask->exact()) {
    unknown = {.kind = NoteKind::unknown_mask, .why = mask->why()};
    // A mask that is the same for all elements: the traffic if it is true.
    if (mask->uniform() && !first) first = count(nullptr);
    return std::nullopt;
  }
  if (addresses.pattern() != addresses_ || (mask != nullptr && !(*mask == mask_))) {
    by_offset_.fill(std::nullopt);
    addresses_ = addresses.pattern();
    if (mask != nullptr) mask_ = *mask;
  }
  auto& known = by_offset_[static_cast<std::size_t>(addresses.offset() & (sector_bytes - 1))];
  if (!known) known = count(mask);
  if (!known) {
    unknown = {.kind = evaluation->spent() ? NoteKind::too_long : NoteKind::misfit};
  }
  return known;
}

}  // namespace layoutq
