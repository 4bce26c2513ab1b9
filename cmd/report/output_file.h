#pragma once

#include <string>

namespace layoutq {

/// The file that an answer goes to. It is written to a temporary file in the same folder, which
/// gets the file's name when the answer is complete. The destructor or a signal that ends the
/// program removes the temporary file. If the path is a symbolic link, the file that it points to
/// is replaced, not the link. Mode and owner stay the same.
///
/// Some files cannot be replaced by one like them and are written in place: devices, FIFOs, files
/// with several hard links or another owner, and files in a folder without write permission.
/// /dev/stdout and the like refer to the program's own open files.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Opens the file. Returns false and sets errno on failure. Only one file can be open at a time.
  bool open(const std::string& path);
  bool is_open() const { return descriptor_ >= 0; }
  /// The descriptor to write to while the file is open.
  int descriptor() const { return descriptor_; }
  /// Closes the file and gives it its name. Returns false and sets errno on failure.
  bool keep();

 private:
  bool open_beside(const std::string& target);
  void discard();

  int descriptor_ = -1;
  std::string target_;  ///< its final name; empty if the file is written in place
};

}  // namespace layoutq
