#pragma once

#include <string>
#include <string_view>

#include "core/mlir/dump.h"

namespace layoutq {

/// A file of MLIR and its dump. The dump points into the text, so the object cannot be moved.
class DumpFile {
 public:
  /// Reads the file at `path`; `-` is standard input. Throws Error if that fails.
  explicit DumpFile(std::string_view path);
  DumpFile(const DumpFile&) = delete;
  DumpFile& operator=(const DumpFile&) = delete;

  /// Its path, in printable form.
  std::string name() const;
  const Dump& dump() const { return dump_; }
  /// The names of its layouts for an error: "blocked, mma". Only the first few, if there are many.
  std::string names() const;

 private:
  std::string path_;
  std::string text_;
  Dump dump_;
};

}  // namespace layoutq
