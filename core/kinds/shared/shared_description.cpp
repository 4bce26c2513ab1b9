#include "core/kinds/shared/shared_description.h"

#include "core/kinds/parameters.h"

namespace layoutq {

std::string_view kind_name(const SharedDescription& description) {
  return std::visit([](const auto& kind) { return kind_name(kind); }, description.kind);
}

int rank(const SharedDescription& description) {
  return std::visit([](const auto& kind) { return rank(kind); }, description.kind);
}

Int blocks(const SharedDescription& description) {
  return std::visit([](const auto& kind) { return blocks(kind); }, description.kind);
}

Shape covered_shape(const SharedDescription& description) {
  return std::visit([](const auto& kind) { return covered_shape(kind); }, description.kind);
}

bool covers_any_shape(const SharedDescription& description) {
  return std::visit([](const auto& kind) { return covers_any_shape(kind); }, description.kind);
}

std::optional<Problem> problem_of(const SharedDescription& description) {
  return std::visit([](const auto& kind) { return problem_of(kind); }, description.kind);
}

std::optional<Problem> problem_of(const SharedDescription& description, const Shape& shape) {
  if (auto problem = not_powers("shape", shape, rank(description))) return problem;
  const auto elements = checked_product(shape);
  if (!elements || *elements > max_places / blocks(description)) return too_many_places();
  return std::visit([&](const auto& kind) { return problem_of(kind, shape); }, description.kind);
}

SharedLayout build(const SharedDescription& description, const Shape& shape) {
  return std::visit([&](const auto& kind) { return build(kind, shape); }, description.kind);
}

}  // namespace layoutq
