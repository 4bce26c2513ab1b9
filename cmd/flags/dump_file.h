#pragma once

#include <string>
#include <string_view>

#include "core/mlir/dump.h"
#include "core/mlir/kernels.h"

namespace layoutq {

/// A file of MLIR, read for its layouts. The dump keeps references into the text, so the object
/// cannot be moved.
class DumpFile {
 public:
  /// Reads the file at `path`; `-` is standard input. Throws Error if it cannot be read.
  explicit DumpFile(std::string_view path);
  DumpFile(const DumpFile&) = delete;
  DumpFile& operator=(const DumpFile&) = delete;

  /// Returns the path for captions and errors: "standard input" for `-`.
  std::string name() const;
  const Dump& dump() const { return dump_; }
  /// Returns the names of the file's layouts for errors, "blocked, mma", the first few if many.
  std::string names() const;

 private:
  std::string path_;
  std::string text_;
  Dump dump_;
};

/// A file of MLIR, read for its operations. The kernels keep references into the text, so the
/// object cannot be moved.
class KernelFile {
 public:
  /// Reads the file at `path`; `-` is standard input. Throws Error if it cannot be read.
  explicit KernelFile(std::string_view path);
  KernelFile(const KernelFile&) = delete;
  KernelFile& operator=(const KernelFile&) = delete;

  /// Returns the path for captions and errors: "standard input" for `-`.
  std::string name() const;
  const Kernels& kernels() const { return kernels_; }
  Kernels& kernels() { return kernels_; }

 private:
  std::string path_;
  std::string text_;
  Kernels kernels_;
};

}  // namespace layoutq
