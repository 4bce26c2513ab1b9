#pragma once

#include <string>
#include <vector>

#include "cmd/report/output.h"
#include "core/questions/banks.h"

/// What is worth knowing of accesses to shared memory, in words.
namespace layoutq {

/// Writes the phase that takes longest: its bank with the most words, and the lanes that want each.
/// `side` is "store", "load", or empty for either.
void explain_banks(Output* output, const BankAccess& access, const std::string& side,
                   Int element_bytes);

/// Whether lanes collide, and what Triton does otherwise than these figures say.
std::vector<std::string> notes_on_banks(const BankAccess& access, const std::string& side,
                                        const BankTraffic& traffic);

}  // namespace layoutq
