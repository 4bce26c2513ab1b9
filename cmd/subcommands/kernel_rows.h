#pragma once

#include <string>
#include <vector>

#include "cmd/report/table.h"
#include "cmd/subcommands/inspected_file.h"

/// Rows, figures and notes about the operations of a kernel.
namespace layoutq {

/// The operation that a row describes, and its function.
struct KernelRow {
  const InspectedFunction* function;
  const InspectedOperation* operation;
};

/// Returns the element type of a tensor; for pointers, the pointee type.
std::string_view dtype_of(const ValueType& type);

/// Returns the columns of rows about the file. With `stack`, one column has the lines of inlined
/// functions. The table keeps a pointer to the file.
Table<KernelRow> kernel_table(InspectedFile* file, bool stack);

/// Returns the notes that apply to a whole file: what was assumed, skipped, or cut short. With
/// several files `of` names the file: "from: ".
std::vector<std::string> notes_on(const InspectedFile& file, const std::string& of = "");

/// Returns the requests and sectors of loads and of stores, the number of conversions of each kind,
/// and the number of operations of which something is not known.
std::vector<Figure> kernel_figures(const std::vector<KernelRow>& rows);

/// Returns a sentence for each of the source lines that waste most; at most `most` lines.
std::vector<std::string> worst_in_words(const InspectedFile& file,
                                        const std::vector<KernelRow>& rows, std::size_t most);

/// True if the operation accesses global memory and something about it is not known.
bool is_unknown(const InspectedOperation& operation);

}  // namespace layoutq
