#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/kernel/access.h"
#include "core/kernel/evaluation.h"
#include "core/kernel/note.h"
#include "core/questions/sectors.h"

namespace layoutq {

/// The executions of one operation, added up.
class Tally {
 public:
  Int times = 0;
  std::optional<Unknown> doubt;  ///< why it is not known how often it runs; nullopt if it is
  /// The traffic of all executions; nullopt if that of one is not known.
  std::optional<AccessTraffic> sum = AccessTraffic();
  /// The traffic of the first execution that touches memory, of those whose traffic is known.
  std::optional<AccessTraffic> first;
  AbstractValue start;          ///< the addresses of the first execution
  std::optional<Note> unknown;  ///< why an execution's traffic is not known

  /// Counts an execution. `doubt` says why it is not known how often it happens.
  void execute(std::optional<Unknown> why) {
    ++times;
    if (why) doubt = why;
  }
  /// Adds the traffic of the execution that was counted last. `mask` is null if there is none;
  /// `spared` says which instructions are not issued, see SparedRuns.
  void add(const Access& access, const AbstractValue& addresses, const AbstractValue* mask,
           const std::vector<bool>& spared, Evaluation* evaluation);

 private:
  std::optional<AccessTraffic> traffic(const Access& access, const AbstractValue& addresses,
                                       const AbstractValue* mask, const std::vector<bool>& spared,
                                       Evaluation* evaluation);

  // The traffic of executions like the last one, by the offset within a sector: addresses that
  // differ by whole sectors make the same requests.
  std::shared_ptr<const Pattern> addresses_;
  AbstractValue mask_;
  std::array<std::optional<AccessTraffic>, sector_bytes> by_offset_;
};

}  // namespace layoutq
