#include "core/kinds/description.h"

#include <fmt/format.h>

#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

std::string_view kind_name(const Description& description) {
  return std::visit([](const auto& kind) { return kind_name(kind); }, description.kind);
}

int rank(const Description& description) {
  return std::visit([](const auto& kind) { return rank(kind); }, description.kind);
}

Int lanes(const Description& description) {
  return std::visit([](const auto& kind) { return lanes(kind); }, description.kind);
}

Int warps(const Description& description) {
  return std::visit([](const auto& kind) { return warps(kind); }, description.kind);
}

Int blocks(const Description& description) {
  return std::visit([](const auto& kind) { return blocks(kind); }, description.kind);
}

Shape covered_shape(const Description& description) {
  return std::visit([](const auto& kind) { return covered_shape(kind); }, description.kind);
}

std::optional<Problem> problem_of(const Description& description) {
  return std::visit([](const auto& kind) { return problem_of(kind); }, description.kind);
}

std::optional<Problem> problem_of(const Description& description, const Shape& shape,
                                  Registers registers) {
  if (shape.rank() != rank(description)) {
    return Problem{"shape",
                   fmt::format("has {}, but the layout has {}", counted(shape.rank(), "number"),
                               counted(rank(description), "dimension"))};
  }
  if (auto reason = not_sizes(shape)) return Problem{"shape", *reason};
  return std::visit([&](const auto& kind) { return problem_of(kind, shape, registers); },
                    description.kind);
}

std::vector<std::string> refused_by_triton(const Description& description, const Shape& shape) {
  std::vector<std::string> refusals = std::visit(
      [&](const auto& kind) { return refused_by_triton(kind, shape); }, description.kind);
  for (std::string& refusal : refused_unless_powers("shape", shape)) {
    refusals.push_back(std::move(refusal));
  }
  constexpr Int most_elements = Int{1} << 20;
  const auto elements = checked_product(shape);
  if (!elements || *elements > most_elements) {
    refusals.push_back(fmt::format("Triton refuses shape {}: it takes at most {} elements",
                                   to_text(shape), most_elements));
  }
  return refusals;
}

Layout build(const Description& description, const Shape& shape, Registers registers) {
  return std::visit([&](const auto& kind) { return build(kind, shape, registers); },
                    description.kind);
}

}  // namespace layoutq
