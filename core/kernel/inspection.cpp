#include "core/kernel/inspection.h"

#include <algorithm>
#include <set>

#include "core/kernel/assembler.h"
#include "core/kernel/describe.h"
#include "core/kernel/tally.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

/// Returns the kind of an operation's row; nullopt for an operation that moves no data.
std::optional<RowKind> row_kind(const Operation& operation) {
  // Without an operand to store, it only allocates.
  if (operation.op == Op::local_alloc && operation.operands.empty()) return std::nullopt;
  return operation.info == nullptr ? std::nullopt : operation.info->row;
}

class Inspector {
 public:
  Inspector(Kernels* kernels, const Function& function, const Launch& launch, Int most_work)
      : kernels_(*kernels),
        function_(function),
        launch_(launch),
        most_work_(most_work),
        describer_{.kernels = *kernels,
                   .module = kernels->modules[function.module],
                   .axis_info = axis_info_of(*kernels, function),
                   .layouts = TensorLayouts(*kernels)},
        accesses_(static_cast<std::size_t>(function.operations)),
        row_of_(static_cast<std::size_t>(function.operations), -1) {}

  Inspection run();

 private:
  void find_rows(const std::vector<BasicBlock>& blocks, bool specialized, bool in_loop);
  InspectedOperation row_of(const Operation& operation, RowKind kind);
  std::optional<Note> problem_of(const Operation& operation, int type, bool specialized);
  void describe(InspectedOperation* row);
  bool interrupts(const Operation& operation) const;
  SparedRuns find_spared_runs() const;
  void note_early_exit();
  void note_cuts(const Evaluation& evaluation);
  void finish_times(const Tally& tally, bool in_loop, bool left_early, InspectedOperation* row);
  void finish_traffic(const Tally& tally, const std::vector<bool>& spared, InspectedOperation* row);

  Kernels& kernels_;
  const Function& function_;
  const Launch& launch_;
  Int most_work_;
  Describer describer_;
  Inspection inspection_;
  std::vector<std::optional<Access>> accesses_;  ///< by operation
  std::vector<int> row_of_;                      ///< by operation: its row, or -1
  std::vector<bool> in_loop_;                    ///< by row: whether it stands directly in a loop
  std::set<int> in_cut_;  ///< the operations of loops that were left before their ends
};

void Inspector::find_rows(const std::vector<BasicBlock>& blocks, bool specialized, bool in_loop) {
  for (const BasicBlock& block : blocks) {
    for (const Operation& operation : block.operations) {
      if (const auto kind = row_kind(operation)) {
        InspectedOperation row = row_of(operation, *kind);
        if (auto problem = problem_of(operation, row.type, specialized)) {
          row.notes.push_back(*std::move(problem));
        } else {
          describe(&row);
        }
        row_of_[static_cast<std::size_t>(operation.number)] =
            static_cast<int>(inspection_.operations.size());
        inspection_.operations.push_back(std::move(row));
        in_loop_.push_back(in_loop);
      }
      const bool loops = operation.op == Op::for_loop || operation.op == Op::while_loop;
      for (const auto& region : operation.regions) {
        find_rows(region, specialized || operation.op == Op::specialize, loops);
      }
    }
  }
}

/// A row with what the text of its operation says.
InspectedOperation Inspector::row_of(const Operation& operation, RowKind kind) {
  InspectedOperation row;
  row.operation = &operation;
  row.kind = kind;
  const auto type_of = [&](const std::vector<int>& types, std::size_t i) {
    return i < types.size() ? types[i] : -1;
  };
  const auto name_of_value = [&](ValueNumber value) {
    return value == no_value ? std::string_view()
                             : function_.values[static_cast<std::size_t>(value)].name;
  };
  row.name = name_of_value(operation.results > 0 ? operation.first_result : operation.operand(0));
  row.line = kernels_.modules.line(function_.module, operation.location);
  row.type = type_of(operation.operand_types, 0);
  row.other_type = type_of(operation.result_types, 0);
  if (operation.op == Op::local_load || operation.op == Op::tensor_memory_load ||
      operation.op == Op::tma_load) {
    std::swap(row.type, row.other_type);
  }
  if (operation.op == Op::local_store) {
    // Older dumps list both types, newer ones print an arrow between them.
    if (row.other_type < 0) row.other_type = type_of(operation.operand_types, 1);
    row.name = name_of_value(operation.operand(1));
  }
  const ValueType& tensor = kernels_.type(row.type);
  if (!tensor.tensor || tensor.in_memory) return row;
  if (const auto& layout = describer_.layouts.registers(row.type).layout) {
    row.copies = copies_max(*layout);
    row.repeated_by_warps = copies(*layout, Index::warp);
  }
  return row;
}

/// Why an operation is not described; nullopt if it is. `type` is that of its tensor in registers.
std::optional<Note> Inspector::problem_of(const Operation& operation, int type, bool specialized) {
  switch (operation.op) {
    case Op::tma_load:
    case Op::tma_store:
      return not_modelled(Gap::tma);
    case Op::atomic:
      return not_modelled(Gap::atomics);
    case Op::tensor_memory_load:
    case Op::tensor_memory_store:
      return not_modelled(Gap::tensor_memory);
    default:
      break;
  }
  if (specialized) return not_modelled(Gap::warp_specialization);
  const DumpModule& module = describer_.module;
  if (module.ctas.value_or(1) > 1) return not_modelled(Gap::clusters);
  if (module.warps.value_or(1) > most_warps || module.warp_size.value_or(1) > most_lanes) {
    return not_modelled(Gap::too_many_threads);
  }
  if (kernels_.type(type).tensor) return describer_.layouts.registers(type).problem;
  const bool may_be_scalar = operation.op == Op::load || operation.op == Op::store;
  return may_be_scalar ? std::nullopt : std::optional(not_modelled(Gap::no_tensor));
}

void Inspector::describe(InspectedOperation* row) {
  switch (row->kind) {
    case RowKind::load:
    case RowKind::store:
    case RowKind::async_copy:
      accesses_[static_cast<std::size_t>(row->operation->number)] =
          describe_access(&describer_, row);
      break;
    case RowKind::convert:
      return describe_conversion(&describer_, row);
    case RowKind::reduce:
    case RowKind::scan:
      return describe_reduction(&describer_, row);
    case RowKind::local_load:
    case RowKind::local_store:
      return describe_shared(&describer_, row);
    case RowKind::atomic:
      break;  // not modelled
  }
}

/// True if the assembler does not move loads across an operation.
bool Inspector::interrupts(const Operation& operation) const {
  if (operation.op == Op::load) return false;
  const int row = row_of_[static_cast<std::size_t>(operation.number)];
  if (row >= 0) {
    // What stays within a warp needs no barrier.
    const auto& moves = inspection_.operations[static_cast<std::size_t>(row)].moves;
    return !moves || *moves == Moves::shared;
  }
  return !operation.regions.empty() || !operation.successors.empty() ||
         operation.op == Op::barrier || operation.op == Op::async_wait || operation.op == Op::call;
}

SparedRuns Inspector::find_spared_runs() const {
  std::vector<const Access*> loads(accesses_.size(), nullptr);
  for (const InspectedOperation& row : inspection_.operations) {
    const auto number = static_cast<std::size_t>(row.operation->number);
    if (row.kind == RowKind::load && accesses_[number]) loads[number] = &*accesses_[number];
  }
  return spared_runs(
      kernels_, function_, launch_, loads,
      [&](const Operation& operation) { return interrupts(operation); }, most_work_);
}

Inspection Inspector::run() {
  find_rows(function_.body, false, false);
  const SparedRuns spared = find_spared_runs();
  if (!spared.complete) inspection_.notes.push_back({.kind = NoteKind::loads_not_compared});
  std::vector<Tally> tallies(inspection_.operations.size());
  Evaluation evaluation(kernels_, function_, launch_, most_work_);
  evaluation.run([&](const Operation& operation, std::optional<Unknown> doubt) {
    const auto number = static_cast<std::size_t>(operation.number);
    if (row_of_[number] < 0) return;
    Tally& tally = tallies[static_cast<std::size_t>(row_of_[number])];
    tally.execute(doubt);
    if (!accesses_[number]) return;
    const AbstractValue* mask =
        operation.mask < 0 ? nullptr : &evaluation[operation.mask_operand()];
    tally.add(*accesses_[number], evaluation[operation.operand(0)], mask, spared.runs[number],
              &evaluation);
  });
  inspection_.wraps = evaluation.wraps();
  inspection_.work = evaluation.work();
  note_cuts(evaluation);
  note_early_exit();
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    InspectedOperation& row = inspection_.operations[i];
    finish_times(tallies[i], in_loop_[i], evaluation.left_early(), &row);
    if (row.traffic) {
      finish_traffic(tallies[i], spared.runs[static_cast<std::size_t>(row.operation->number)],
                     &row);
    }
  }
  if (evaluation.misses_grid()) inspection_.notes.push_back({.kind = NoteKind::needs_grid});
  return std::move(inspection_);
}

/// In a kernel of one unmasked load and one predicated store, threads that store nothing may exit
/// before they load: the load's counts are then upper bounds.
void Inspector::note_early_exit() {
  auto& rows = inspection_.operations;
  if (rows.size() != 2 || rows[0].kind != RowKind::load || rows[1].kind != RowKind::store) return;
  const Operation& load = *rows[0].operation;
  const Operation& store = *rows[1].operation;
  const bool predicated = store.mask >= 0 || rows[1].copies.value_or(1) > 1;
  if (rows[0].width && load.mask < 0 && predicated && exits_before_load(function_, load, store)) {
    rows[0].notes.push_back({.kind = NoteKind::exits_first});
  }
}

/// Notes where the evaluation gave up, and which operations that concerns.
void Inspector::note_cuts(const Evaluation& evaluation) {
  for (const Cut& cut : evaluation.cuts()) {
    for (const auto& region : cut.operation->regions) {
      for_each_operation(region, [&](const Operation& inner) { in_cut_.insert(inner.number); });
    }
    inspection_.notes.push_back(
        {.kind = cut.operation->regions.empty() ? NoteKind::jump_cut
                 : cut.iterations > 0           ? NoteKind::loop_cut
                                                : NoteKind::loop_not_reached,
         .count = cut.iterations,
         .line = cut.operation->line,
         .name = kernels_.modules.line(function_.module, cut.operation->location)});
  }
}

/// How often an operation runs, and the counts that are multiplied by that.
void Inspector::finish_times(const Tally& tally, bool in_loop, bool left_early,
                             InspectedOperation* row) {
  const bool in_cut = in_cut_.contains(row->operation->number);
  const auto note_first = [&](NoteKind kind) {
    row->notes.insert(row->notes.begin(), Note{.kind = kind});
  };
  if (tally.times == 0 && (left_early || in_cut)) {
    note_first(NoteKind::not_reached);
  } else if (tally.times == 0) {
    row->times = 0;
    note_first(in_loop ? NoteKind::loop_not_entered : NoteKind::branch_not_taken);
  } else if (!tally.doubt) {
    row->times = tally.times;
  }
  if (in_cut) {
    row->cut = true;
    row->notes.push_back({.kind = NoteKind::loop_left_early});
  }
  if (tally.unknown) {
    row->notes.push_back(*tally.unknown);
  } else if (tally.doubt) {
    row->notes.push_back({.kind = NoteKind::unknown_times, .why = *tally.doubt});
  }
  for (auto count : {&InspectedOperation::shuffles, &InspectedOperation::wavefronts,
                     &InspectedOperation::conflicts}) {
    std::optional<Int>& one = row->*count;
    if (one) one = row->times ? std::optional(*one * *row->times) : std::nullopt;
  }
}

/// An access's requests and sectors.
void Inspector::finish_traffic(const Tally& tally, const std::vector<bool>& spared,
                               InspectedOperation* row) {
  if (const auto count = std::count(spared.begin(), spared.end(), true); count > 0) {
    row->notes.push_back({.kind = NoteKind::not_issued, .count = count, .of = row->instructions});
  }
  const bool quiet = tally.times > 0 && tally.sum && tally.sum->requests == 0;
  if (quiet && row->notes.empty()) row->notes.push_back({.kind = NoteKind::masked_off});
  const AccessTraffic& any = tally.sum ? *tally.sum : tally.first.value_or(AccessTraffic());
  if (any.misaligned) {
    row->notes.push_back({.kind = NoteKind::misaligned, .count = *row->vector_bytes});
  }
  row->addresses = tally.start;
  row->traffic = row->times ? tally.sum : std::nullopt;
  const auto& shown = row->traffic ? row->traffic : tally.first;
  if (!shown || shown->sectors == 0) return;
  row->efficiency = static_cast<double>(shown->ideal_sectors) / static_cast<double>(shown->sectors);
  if (!row->traffic) row->notes.push_back({.kind = NoteKind::one_execution});
}

}  // namespace

Int assumed(const KernelArgument& argument) {
  constexpr Int divisible = Int{1} << 20;
  constexpr Int odd = 1048573;
  return argument.divisibility % 16 == 0 ? divisible : odd;
}

std::optional<Memory> memory_of(const AbstractValue& addresses, const Shape& shape,
                                Int element_bytes) {
  if (!addresses.known() || shape.rank() == 0) return std::nullopt;
  constexpr Int boundary = 256;
  Memory memory{.element_bytes = element_bytes,
                .strides = Dims(shape.rank(), 0),
                .offset_bytes = addresses.offset()};
  if (const auto& pattern = addresses.pattern()) {
    if (pattern->extents.rank() != shape.rank()) return std::nullopt;
    const std::vector<Int>& elements = pattern->elements;
    Int step = 1;
    for (int d = shape.rank() - 1; d >= 0; --d) {
      const Int extent = pattern->extents[d];
      if (extent > 1) {
        const Int bytes = elements[static_cast<std::size_t>(step)] - elements[0];
        if (bytes < 0 || bytes % element_bytes != 0) return std::nullopt;
        memory.strides[d] = bytes / element_bytes;
      }
      step *= extent;
    }
    // Every element has to be where the strides say.
    Coordinate at(shape.rank(), 0);
    for (Int element : elements) {
      Int place = elements[0];
      for (int d = 0; d < shape.rank(); ++d) place += at[d] * memory.strides[d] * element_bytes;
      if (element != place) return std::nullopt;
      for (int d = shape.rank() - 1; d >= 0 && ++at[d] == pattern->extents[d]; --d) at[d] = 0;
    }
    memory.offset_bytes += elements[0];
  }
  memory.offset_bytes &= boundary - 1;
  if (memory.offset_bytes % element_bytes != 0) return std::nullopt;
  return memory;
}

Inspection inspect(Kernels* kernels, const Function& function, const Launch& launch,
                   Int most_work) {
  return Inspector(kernels, function, launch, most_work).run();
}

}  // namespace layoutq
