#pragma once

#include <string>
#include <string_view>

#include "core/mlir/dump.h"

namespace layoutq {

/// A file of MLIR, read. Its dump refers to its text, so it stays where it is.
class DumpFile {
 public:
  /// The file at `path`; `-` is standard input. Error where it can't be read.
  explicit DumpFile(std::string_view path);
  DumpFile(const DumpFile&) = delete;
  DumpFile& operator=(const DumpFile&) = delete;

  /// Its path, as a line may have it.
  std::string name() const;
  const Dump& dump() const { return dump_; }
  /// The names of its layouts, for errors: "blocked, mma"; the first few of many.
  std::string names() const;

 private:
  std::string path_;
  std::string text_;
  Dump dump_;
};

}  // namespace layoutq
