#pragma once

#include <string>
#include <vector>

#include "cmd/flags/dump_file.h"
#include "cmd/flags/kernel_flags.h"
#include "core/kernel/inspection.h"

namespace layoutq {

/// A function of an MLIR file, the launch of one of its programs, and what that program does.
struct InspectedFunction {
  const Function* function = nullptr;
  std::string name;  ///< without `@`; a second function of that name is "name#2"
  Launch launch;
  std::vector<std::string> assumed;  ///< names of the integer arguments without a --arg
  std::vector<std::string> notes;    ///< on the values of --arg
  Inspection inspection;
};

/// A file of MLIR, and what its functions do. The answers point into the text, so the object cannot
/// be moved.
class InspectedFile {
 public:
  /// Reads and inspects the file at `path`; `-` is standard input. Throws Error if it cannot be
  /// read or has no function, and for options that name something that does not exist.
  InspectedFile(const std::string& path, const LaunchOptions& options);
  InspectedFile(const InspectedFile&) = delete;
  InspectedFile& operator=(const InspectedFile&) = delete;

  std::string name() const { return file_.name(); }
  const Kernels& kernels() const { return file_.kernels(); }
  Kernels& kernels() { return file_.kernels(); }
  const std::vector<InspectedFunction>& functions() const { return functions_; }

 private:
  KernelFile file_;
  std::vector<InspectedFunction> functions_;
};

}  // namespace layoutq
