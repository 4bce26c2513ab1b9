#pragma once

#include <string>
#include <vector>

#include "cmd/report/output.h"
#include "core/questions/banks.h"

/// Words about accesses to shared memory.
namespace layoutq {

/// Writes the slowest phase: the bank with the most words, and the lanes that want each word.
/// `side` is "store", "load", or empty if there is only one.
void explain_banks(Output* output, const BankAccess& access, const std::string& side,
                   Int element_bytes);

/// Returns notes that say whether lanes collide, and where Triton differs from these counts.
std::vector<std::string> notes_on_banks(const BankAccess& access, const std::string& side,
                                        const BankTraffic& traffic);

}  // namespace layoutq
