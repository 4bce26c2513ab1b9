#include "core/kernel/describe.h"

namespace layoutq {

void describe_shared(Describer* describer, InspectedOperation* row) {
  const auto built = describer->layouts.shared(row->other_type);
  if (const Note* problem = std::get_if<Note>(&built)) {
    row->notes.push_back(*problem);
    return;
  }
  const auto& shared = std::get<SharedLayout>(built);
  const Int bytes = describer->type(row->type).bytes();
  const Layout& registers = *describer->layouts.registers(row->type).layout;
  if (!is_element_size(bytes) || !(shared.shape() == registers.shape())) {
    row->notes.push_back(not_modelled(Gap::shared_contents));
    return;
  }
  const auto found = BankAccess::of(registers, shared, bytes);
  const auto* access = std::get_if<BankAccess>(&found);
  if (access == nullptr) {
    row->notes.push_back(not_modelled(Gap::other_memory));
    return;
  }
  if (access->fits_matrix_instructions()) {
    const bool loads = row->kind == RowKind::local_load;
    row->notes.push_back(not_modelled(loads ? Gap::ldmatrix : Gap::stmatrix));
    return;
  }
  const auto [at, is_new] = describer->bank_traffic.try_emplace({row->type, row->other_type});
  if (is_new) at->second = access->traffic();
  const std::optional<BankTraffic>& traffic = at->second;
  if (!traffic) {
    row->notes.push_back({.kind = NoteKind::paddings});
    return;
  }
  row->vector_bytes = access->vector_bytes();
  row->wavefronts = traffic->wavefronts;
  row->conflicts = traffic->conflicts();
}

}  // namespace layoutq
