#include "core/kernel/tensor_layouts.h"

#include "core/kernel/arithmetic.h"

namespace layoutq {

namespace {

/// Triton's tensors have no more elements.
constexpr Int most_tensor_elements = Int{1} << 20;

/// Why a layout cannot be built on a shape; nullopt if it can.
template <class AnyKind>
std::optional<Note> problem_note(const AnyKind& description, const Shape& shape) {
  auto problem = problem_of(description);
  if (!problem) problem = problem_of(description, shape);
  if (!problem) return std::nullopt;
  return Note{.kind = NoteKind::invalid_layout,
              .name = std::string(problem->parameter),
              .reason = problem->reason};
}

RegisterLayout built(const ValueType& tensor) {
  RegisterLayout built;
  const auto& any = tensor.encoding.layout;
  const auto* description = any ? std::get_if<Description>(&*any) : nullptr;
  if (description == nullptr) {
    const std::string_view text = tensor.encoding.layout_text;
    const std::string_view kind = kind_of_text(text);
    built.problem = text.empty() ? Note{.kind = NoteKind::no_layout}
                                 : not_modelled(Gap::layout_kind, kind.empty() ? text : kind);
    return built;
  }
  built.problem = problem_note(*description, tensor.shape);
  if (built.problem) return built;
  // A tensor that Triton itself refuses could take long to look through, lane by lane.
  Int elements = 1;
  for (Int extent : tensor.shape) elements = bounded_product(elements, extent);
  if (elements > most_tensor_elements || warps(*description) > most_warps ||
      lanes(*description) > most_lanes) {
    built.problem = not_modelled(Gap::tensor_size);
    return built;
  }
  built.layout = build(*description, tensor.shape);
  if (!built.layout->linear()) built.problem = not_modelled(Gap::sizes);
  return built;
}

}  // namespace

const RegisterLayout& TensorLayouts::registers(int type) {
  const auto [at, is_new] = registers_.try_emplace(type);
  if (is_new) at->second = built(kernels_.type(type));
  return at->second;
}

std::variant<SharedLayout, Note> TensorLayouts::shared(int type) const {
  const ValueType& tensor = kernels_.type(type);
  const auto& any = tensor.encoding.layout;
  const auto* description = any ? std::get_if<SharedDescription>(&*any) : nullptr;
  if (description == nullptr) {
    const std::string_view kind = kind_of_text(tensor.encoding.layout_text);
    return kind.empty() ? Note{.kind = NoteKind::no_shared_layout}
                        : not_modelled(Gap::layout_kind, kind);
  }
  if (tensor.encoding.is_part()) return not_modelled(Gap::subview);
  if (auto problem = problem_note(*description, tensor.shape)) return *std::move(problem);
  return build(*description, tensor.shape);
}

}  // namespace layoutq
