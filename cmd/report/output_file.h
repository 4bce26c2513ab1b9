#pragma once

#include <string>

namespace layoutq {

/// The file that an answer goes to. It appears under its name when the answer is complete: until
/// then it is written beside it, under another name, and goes away with this or when a signal ends
/// the program. What a symbolic link points to is replaced, not the link; mode and owner stay.
/// Written in place are devices and FIFOs, and files that cannot be replaced by their like: with
/// several names, of another owner, in a folder that takes no new files. /dev/stdout and its like
/// are the program's own open files.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// False, with errno, where there can be no such file. Only one at a time is open.
  bool open(const std::string& path);
  bool is_open() const { return descriptor_ >= 0; }
  /// Where to write, once it is open.
  int descriptor() const { return descriptor_; }
  /// Closes it and gives it its name. False, with errno, where that fails.
  bool keep();

 private:
  bool open_beside(const std::string& target);
  void discard();

  int descriptor_ = -1;
  std::string target_;  ///< what it is going to be called; empty in place
};

}  // namespace layoutq
