#include <algorithm>

#include "core/kernel/describe.h"

namespace layoutq {

namespace {

Access::Kind access_kind(const InspectedOperation& row) {
  if (row.kind == RowKind::store) return Access::Kind::store;
  if (row.kind == RowKind::async_copy) return Access::Kind::copy;
  return row.operation->attributes.is_volatile ? Access::Kind::volatile_load : Access::Kind::load;
}

}  // namespace

std::optional<Access> describe_access(Describer* describer, InspectedOperation* row) {
  const Operation& operation = *row->operation;
  const ValueType& pointer = describer->type(row->type);
  if (pointer.element != ValueType::Element::pointer) {
    row->notes.push_back(not_modelled(Gap::pointer_type));
    return std::nullopt;
  }
  const Int bytes = pointer.bytes();
  if (!is_element_size(bytes)) {
    row->notes.push_back(not_modelled(Gap::element_type, pointer.element_text));
    return std::nullopt;
  }
  const Access::Kind kind = access_kind(*row);
  const auto described = [&]() -> Access {
    if (!pointer.tensor) {
      const DumpModule& module = describer->module;
      return {kind, bytes, module.warp_size.value_or(32), module.warps.value_or(4)};
    }
    const auto info_of = [&](ValueNumber value) {
      static const AxisInfo nothing;
      return value == no_value ? &nothing : &describer->axis_info[static_cast<std::size_t>(value)];
    };
    std::optional<SharedLayout> shared;
    if (kind == Access::Kind::copy) {
      auto built = describer->layouts.shared(row->other_type);
      if (const Note* problem = std::get_if<Note>(&built)) row->notes.push_back(*problem);
      if (auto* layout = std::get_if<SharedLayout>(&built)) shared = std::move(*layout);
    }
    return {kind,
            bytes,
            *describer->layouts.registers(row->type).layout,
            *info_of(operation.operand(0)),
            operation.mask < 0 ? nullptr : info_of(operation.mask_operand()),
            shared ? &*shared : nullptr,
            operation.attributes.contiguity};
  };
  Access access = described();
  row->width = access.width();
  row->vector_bytes = access.vector_bytes();
  row->instructions = access.runs();
  row->traffic = AccessTraffic();
  return access;
}

}  // namespace layoutq
