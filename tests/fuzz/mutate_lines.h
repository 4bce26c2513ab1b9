#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// Mutates text that consists of lines, such as dumps. Mutated bytes alone would seldom leave a
/// line that a reader accepts.
namespace layoutq {

/// Returns the lines of the text, without their ends.
inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Replaces a random number in the line by another one, often a limit of some type.
inline void change_number(std::string* line, std::minstd_rand* random) {
  std::vector<std::size_t> starts;
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  for (std::size_t i = 0; i < line->size(); ++i) {
    if (is_digit((*line)[i]) && (i == 0 || !is_digit((*line)[i - 1]))) starts.push_back(i);
  }
  if (starts.empty()) return;
  const std::size_t start = starts[(*random)() % starts.size()];
  std::size_t end = start;
  while (end < line->size() && is_digit((*line)[end])) ++end;
  constexpr const char* numbers[] = {"0",
                                     "1",
                                     "2",
                                     "3",
                                     "4",
                                     "7",
                                     "16",
                                     "32",
                                     "128",
                                     "1024",
                                     "1048576",
                                     "2147483647",
                                     "-1",
                                     "64",
                                     "-9223372036854775808",
                                     "9223372036854775807"};
  line->replace(start, end - start, numbers[(*random)() % std::size(numbers)]);
}

/// Does what LLVMFuzzerCustomMutator must do: drops, repeats, exchanges or joins lines, or changes
/// a number or some bytes. Returns the new size, at most `most`.
inline std::size_t mutate_lines(std::uint8_t* data, std::size_t size, std::size_t most,
                                unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<std::string> lines = lines_of({reinterpret_cast<const char*>(data), size});
  if (lines.empty() || random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::size_t at = random() % lines.size();
  const std::size_t other = random() % lines.size();
  switch (random() % 6) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1: {
      const std::string copy = lines[other];
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), copy);
      break;
    }
    case 2:
      std::swap(lines[at], lines[other]);
      break;
    case 3: {
      // The beginning of one line and the end of another.
      const std::string tail = lines[other].substr(random() % (lines[other].size() + 1));
      lines[at] = lines[at].substr(0, random() % (lines[at].size() + 1)) + tail;
      break;
    }
    default:
      change_number(&lines[at], &random);
      break;
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  text.resize(std::min(text.size(), most));
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace layoutq
