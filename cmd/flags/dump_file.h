#pragma once

#include <string>
#include <string_view>

#include "core/mlir/dump.h"

namespace layoutq {

/// The text of an MLIR file and the dump that was read from it. The dump refers to the text, so the
/// object can be neither copied nor moved.
class DumpFile {
 public:
  /// Reads the file at `path`, or standard input for `-`. Throws Error if it cannot be read.
  explicit DumpFile(std::string_view path);
  DumpFile(const DumpFile&) = delete;
  DumpFile& operator=(const DumpFile&) = delete;

  /// Returns the path as it is printed: "standard input" for `-`.
  std::string name() const;
  const Dump& dump() const { return dump_; }
  /// Lists the first few names of its layouts for errors: "blocked, mma".
  std::string names() const;

 private:
  std::string path_;
  std::string text_;
  Dump dump_;
};

}  // namespace layoutq
