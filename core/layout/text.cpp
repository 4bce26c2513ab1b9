#include "core/layout/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace layoutq {

std::string to_text(const Dims& dims) { return fmt::format("{}", fmt::join(dims, ",")); }

std::string dims_text(const Dims& dims) { return fmt::format("{}", fmt::join(dims, "x")); }

std::size_t digits(Int value) { return fmt::formatted_size("{}", value); }

std::string counted(Int count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace layoutq
