#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/kernel/inspection.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/mutate_lines.h"

/// Whatever text comes, the reader of kernels goes on, and what they do is told in bounded time.
namespace layoutq {

namespace {

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

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  layoutq::check_text({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return layoutq::mutate_lines(data, size, most, seed);
}
