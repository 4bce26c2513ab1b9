#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "core/kinds/description.h"
#include "core/kinds/shared/shared_description.h"

namespace layoutq {

/// The description of a layout of registers or of shared memory. A layout's text may mean either.
using AnyDescription = std::variant<Description, SharedDescription>;

inline std::string_view kind_name(const AnyDescription& any) {
  return std::visit([](const auto& description) { return kind_name(description); }, any);
}

inline int rank(const AnyDescription& any) {
  return std::visit([](const auto& description) { return rank(description); }, any);
}

inline std::optional<Problem> problem_of(const AnyDescription& any) {
  return std::visit([](const auto& description) { return problem_of(description); }, any);
}

inline Shape covered_shape(const AnyDescription& any) {
  return std::visit([](const auto& description) { return covered_shape(description); }, any);
}

}  // namespace layoutq
