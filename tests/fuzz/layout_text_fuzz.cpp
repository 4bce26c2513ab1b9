#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/text/layout_text.h"
#include "tests/fuzz/check_layout.h"

/// Whatever bytes come, the readers of a layout's text and of a tensor's type answer; and what they
/// read, they print and read again.
namespace layoutq {

namespace {

void check_text(std::string_view text) {
  const auto answer = read_layout_text(text);
  if (const auto* description = std::get_if<AnyDescription>(&answer)) {
    const std::string printed = mlir_text(*description);
    const auto again = read_layout_text(printed);
    // A text without any basis has no dimensions to tell; Python's has a shape.
    const auto* same = std::get_if<AnyDescription>(&again);
    if (same != nullptr && !problem_of(*description)) must(mlir_text(*same) == printed);
    must(!json_text(*description).empty());
    check_covered(*description);
  } else {
    must(std::get<TextProblem>(answer).at <= text.size());
  }
  const auto type = read_tensor_type(text);
  if (const auto* problem = std::get_if<TextProblem>(&type)) {
    must(problem->at <= text.size());
  } else if (const auto& read = std::get<TensorType>(type); read.layout) {
    check_covered(*read.layout);
  }
}

}  // namespace

}  // namespace layoutq

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  layoutq::check_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
