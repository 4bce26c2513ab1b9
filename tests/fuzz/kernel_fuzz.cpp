#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/inspection.h"

/// Whatever text comes, the reader of kernels goes on, and what they do is told in bounded time.
namespace layoutq {

namespace {

void must(bool holds) {
  if (!holds) std::abort();
}

void check_operation(const InspectedOperation& operation) {
  must(!operation.times || *operation.times >= 0);
  if (!operation.traffic) return;
  const AccessTraffic& traffic = *operation.traffic;
  must(0 <= traffic.requests && traffic.requests <= traffic.sectors);
  must(0 <= traffic.ideal_sectors && traffic.ideal_sectors <= traffic.sectors);
  must(0 <= traffic.scattered && traffic.scattered <= traffic.sectors);
  must(!operation.efficiency || (0 < *operation.efficiency && *operation.efficiency <= 1));
  must(operation.times.has_value());
}

void check_text(std::string_view text) {
  Kernels kernels = read_kernels(text);
  constexpr std::size_t most_functions = 4;
  for (std::size_t i = 0; i < std::min(most_functions, kernels.functions.size()); ++i) {
    const Function& function = kernels.functions[i];
    Launch launch;
    for (const KernelArgument& argument : function.arguments) {
      // Small, so that most loops end soon.
      launch.arguments.push_back(argument.divisibility % 16 == 0 ? 64 : 37);
    }
    const Inspection inspection = inspect(&kernels, function, launch);
    for (const InspectedOperation& operation : inspection.operations) check_operation(operation);
  }
}

/// Text as lines, to be changed line by line: dumps are.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Puts another number in the place of one of the line's.
void change_number(std::string* line, std::minstd_rand* random) {
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

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  layoutq::check_text({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<std::string> lines = layoutq::lines_of({reinterpret_cast<const char*>(data), size});
  if (lines.empty() || random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::size_t at = random() % lines.size();
  const std::size_t other = random() % lines.size();
  switch (random() % 6) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[other]);
      break;
    case 2:
      std::swap(lines[at], lines[other]);
      break;
    case 3: {
      // The beginning of one line and the end of another.
      const std::string& tail = lines[other];
      lines[at] = lines[at].substr(0, random() % (lines[at].size() + 1)) +
                  tail.substr(random() % (tail.size() + 1));
      break;
    }
    default:
      layoutq::change_number(&lines[at], &random);
      break;
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  text.resize(std::min(text.size(), most));
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
