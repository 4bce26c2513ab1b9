#include "cmd/flags/dump_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cmd/flags/file_text.h"

namespace layoutq {

DumpFile::DumpFile(std::string_view path)
    : path_(path), text_(read_file(path_)), dump_(read_dump(text_)) {}

std::string DumpFile::name() const { return file_name(path_); }

std::string DumpFile::names() const {
  constexpr std::size_t most = 12;
  std::vector<std::string_view> names;
  for (const DumpLayout& layout : dump_.layouts) {
    if (!layout.name.empty() && layout.layout && names.size() <= most) names.push_back(layout.name);
  }
  if (names.size() > most) names[most] = "...";
  return names.empty() ? "no layout" : fmt::format("{}", fmt::join(names, ", "));
}

KernelFile::KernelFile(std::string_view path)
    : path_(path), text_(read_file(path_)), kernels_(read_kernels(text_)) {}

std::string KernelFile::name() const { return file_name(path_); }

}  // namespace layoutq
