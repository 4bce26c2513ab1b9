#pragma once

#include <string>
#include <vector>

#include "cmd/flags/kernel_flags.h"
#include "cmd/report/value.h"

/// What a kernel's operations do, as rows, figures and words.
namespace layoutq {

/// An operation of a file, as a row has it.
struct KernelRow {
  const InspectedFunction* function;
  const InspectedOperation* operation;
};

/// The type of a tensor's elements; of pointers, of what they point at.
std::string_view dtype_of(const ValueType& type);

/// The columns of all rows; with `stack` also the lines of what is inlined.
std::vector<Column> kernel_columns(bool stack);
/// A row's values under them.
std::vector<Value> kernel_values(InspectedFile* file, const KernelRow& row, bool stack);

/// What holds for all of a file: what was assumed, passed over, cut. Of several files `of` says
/// which it is: "from: ".
std::vector<std::string> notes_on(const InspectedFile& file, const std::string& of = "");

/// Requests and sectors of loads and of stores, conversions by what they take, and for how many
/// operations something is not known.
std::vector<Figure> kernel_figures(const std::vector<KernelRow>& rows);

/// What costs most beyond what it has to, a sentence each; at most `most` source lines.
std::vector<std::string> worst_in_words(const InspectedFile& file,
                                        const std::vector<KernelRow>& rows, std::size_t most);

/// Whether it is an access to global memory of which something is not known.
bool is_unknown(const InspectedOperation& operation);

}  // namespace layoutq
