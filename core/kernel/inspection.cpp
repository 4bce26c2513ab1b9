#include "core/kernel/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/kernel/spared.h"
#include "core/layout/text.h"
#include "core/questions/banks.h"
#include "core/questions/reduction.h"
#include "core/questions/sectors.h"

namespace layoutq {

namespace {

/// Triton's tensors have no more elements, and hardware's CTAs no more warps, its warps no more
/// lanes.
constexpr Int most_tensor_elements = Int{1} << 20;
constexpr Int most_warps = 64;
constexpr Int most_lanes = 64;

/// Whether instructions take elements of so many bytes.
bool is_element_size(Int bytes) {
  return 0 < bytes && bytes <= most_vector_bytes && std::has_single_bit(static_cast<Bits>(bytes));
}

/// Why a number is not known, as the rest of a sentence.
std::string_view because(Unknown why) {
  switch (why) {
    case Unknown::loaded:
      return "is loaded";
    case Unknown::grid:
      return "depends on the grid (--grid)";
    case Unknown::limit:
      return "would take too long to compute";
    default:
      return "comes from an operation that is not followed";
  }
}

std::string_view kind_of(const Operation& operation) {
  switch (operation.op) {
    case Op::load:
      return "load";
    case Op::store:
    case Op::tma_store:
      return "store";
    case Op::async_copy:
      return "async_copy";
    case Op::tma_load:
      // Into registers, or into shared memory.
      return operation.name.find("descriptor") != std::string_view::npos ? "load" : "async_copy";
    case Op::reduce:
      return "reduce";
    case Op::scan:
      return "scan";
    case Op::convert_layout:
      return "convert";
    case Op::local_load:
    case Op::tensor_memory_load:
      return "local_load";
    case Op::local_store:
    case Op::tensor_memory_store:
      return "local_store";
    case Op::local_alloc:
      // One that is given something stores it there.
      return operation.operands.empty() ? "" : "local_store";
    case Op::atomic:
      return "atomic";
    default:
      return "";
  }
}

/// What keeps a layout from being built on the shape; empty for nothing.
template <class AnyKind>
std::string refusal(const AnyKind& description, const Shape& shape) {
  auto problem = check(description);
  if (!problem) problem = check(description, shape);
  return problem ? fmt::format("no layout: {} {}", problem->parameter, problem->reason) : "";
}

/// A layout in registers as the inspection uses it.
struct Built {
  std::optional<Layout> layout;
  std::optional<LinearLayout> linear;
  std::string problem;  ///< why there is none
};

class Inspector {
 public:
  Inspector(Kernels* kernels, const Function& function, const Launch& launch, Int most_work)
      : kernels_(*kernels),
        function_(function),
        launch_(launch),
        most_work_(most_work),
        module_(kernels->modules[function.module]),
        accesses_(static_cast<std::size_t>(function.operations)),
        row_of_(static_cast<std::size_t>(function.operations), -1) {}

  Inspection run();

 private:
  /// What executions of an operation come to.
  struct Tally {
    Int times = 0;
    std::optional<Unknown> doubt;  ///< why it is not known how often, or whether
    std::optional<AccessTraffic> sum = AccessTraffic();
    std::optional<AccessTraffic> first;
    AbstractValue start;  ///< the addresses of the first
    std::string unknown;  ///< why an execution's traffic is not known
    // What is known of executions like the last one: addresses that differ by whole sectors make
    // the same requests.
    std::shared_ptr<const Pattern> addresses;
    AbstractValue mask;
    std::array<std::optional<AccessTraffic>, sector_bytes> by_offset;
  };

  void find_rows(const std::vector<Block>& blocks, bool specialized, bool in_loop);
  std::string not_modelled(const Operation& operation, int number, bool specialized);
  void describe(const Operation& operation, bool specialized);
  void describe_access(const Operation& operation, Access::Kind kind, InspectedOperation* row);
  void describe_conversion(InspectedOperation* row);
  void describe_reduction(const Operation& operation, InspectedOperation* row);
  void describe_shared(InspectedOperation* row);
  void count_access(const Operation& operation, Evaluation* evaluation, Tally* tally);
  bool interrupts(const Operation& operation) const;
  void note_lone_load();
  void finish(const Evaluation& evaluation);

  const Built& built(int type);
  std::optional<SharedLayout> built_shared(int type, std::string* problem) const;
  const ValueType& type(int number) const { return kernels_.type(number); }

  Kernels& kernels_;
  const Function& function_;
  const Launch& launch_;
  Int most_work_;
  const DumpModule& module_;
  std::vector<AxisInfo> facts_;
  std::map<int, Built> layouts_;
  /// Of ways between registers and shared memory, by their types.
  std::map<std::pair<int, int>, std::optional<BankTraffic>> bank_traffic_;
  Inspection inspection_;
  std::vector<std::optional<Access>> accesses_;  ///< by operation
  std::vector<int> row_of_;                      ///< by operation
  std::vector<Tally> tallies_;                   ///< by row
  std::vector<bool> in_loop_;                    ///< by row: whether a loop is what it stands in
  std::vector<std::vector<bool>> spared_;
};

const Built& Inspector::built(int number) {
  const auto [at, is_new] = layouts_.try_emplace(number);
  Built& built = at->second;
  if (!is_new) return built;
  const ValueType& tensor = type(number);
  const auto& any = tensor.encoding.layout;
  const auto* description = any ? std::get_if<Description>(&*any) : nullptr;
  if (description == nullptr) {
    const std::string_view kind = kind_of_text(tensor.encoding.layout_text);
    built.problem =
        tensor.encoding.layout_text.empty()
            ? "no layout"
            : fmt::format("not modelled: {}", kind.empty() ? tensor.encoding.layout_text : kind);
    return built;
  }
  built.problem = refusal(*description, tensor.shape);
  if (!built.problem.empty()) return built;
  // What Triton itself refuses would take long to go through, lane by lane.
  Int elements = 1;
  for (Int extent : tensor.shape) elements = bounded_product(elements, extent);
  if (elements > most_tensor_elements || warps(*description) > most_warps ||
      lanes(*description) > most_lanes) {
    built.problem = "not modelled: larger than Triton's tensors";
    return built;
  }
  built.layout = build(*description, tensor.shape);
  built.linear = built.layout->linear();
  if (!built.linear) built.problem = "not modelled: sizes that are no powers of two";
  return built;
}

std::optional<SharedLayout> Inspector::built_shared(int number, std::string* problem) const {
  const ValueType& tensor = type(number);
  const auto& any = tensor.encoding.layout;
  const auto* description = any ? std::get_if<SharedDescription>(&*any) : nullptr;
  if (description == nullptr) {
    const std::string_view kind = kind_of_text(tensor.encoding.layout_text);
    *problem = kind.empty() ? "no layout in shared memory" : fmt::format("not modelled: {}", kind);
    return std::nullopt;
  }
  if (tensor.encoding.is_part()) {
    *problem = "not modelled: a part of what was allocated";
    return std::nullopt;
  }
  *problem = refusal(*description, tensor.shape);
  if (!problem->empty()) return std::nullopt;
  return build(*description, tensor.shape);
}

void Inspector::find_rows(const std::vector<Block>& blocks, bool specialized, bool in_loop) {
  for (const Block& block : blocks) {
    for (const Operation& operation : block.operations) {
      if (!kind_of(operation).empty()) {
        describe(operation, specialized);
        in_loop_.push_back(in_loop);
      }
      const bool loops = operation.op == Op::for_loop || operation.op == Op::while_loop;
      for (const auto& region : operation.regions) {
        find_rows(region, specialized || operation.op == Op::specialize, loops);
      }
    }
  }
}

/// Why nothing is told of an operation but that it is there; empty where something is. `number` is
/// the type of its tensor in registers.
std::string Inspector::not_modelled(const Operation& operation, int number, bool specialized) {
  switch (operation.op) {
    case Op::tma_load:
    case Op::tma_store:
      return "not modelled: tma";
    case Op::atomic:
      return "not modelled: atomics";
    case Op::tensor_memory_load:
    case Op::tensor_memory_store:
      return "not modelled: tensor memory";
    default:
      break;
  }
  if (specialized) return "not modelled: warp specialisation";
  if (module_.ctas.value_or(1) > 1) return "not modelled: clusters";
  if (module_.warps.value_or(1) > most_warps || module_.warp_size.value_or(1) > most_lanes) {
    return "not modelled: more threads than a CTA has";
  }
  if (type(number).tensor) return built(number).problem;
  const bool scalar = operation.op == Op::load || operation.op == Op::store;
  return scalar ? "" : "not modelled: its type is no tensor";
}

void Inspector::describe(const Operation& operation, bool specialized) {
  InspectedOperation row;
  row.operation = &operation;
  row.kind = kind_of(operation);
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
    // With an arrow, or in older dumps as a list.
    if (row.other_type < 0) row.other_type = type_of(operation.operand_types, 1);
    row.name = name_of_value(operation.operand(1));
  }
  const ValueType& tensor = type(row.type);
  if (tensor.tensor && !tensor.in_memory && built(row.type).layout) {
    row.copies = built(row.type).layout->copies_max();
    row.repeated_by_warps = built(row.type).layout->copies(Index::warp);
  }
  const std::string why_not = not_modelled(operation, row.type, specialized);
  if (!why_not.empty()) {
    row.notes.push_back(why_not);
  } else {
    switch (operation.op) {
      case Op::load:
        describe_access(operation,
                        operation.attribute("isVolatile") == "true" ? Access::Kind::volatile_load
                                                                    : Access::Kind::load,
                        &row);
        break;
      case Op::store:
        describe_access(operation, Access::Kind::store, &row);
        break;
      case Op::async_copy:
        describe_access(operation, Access::Kind::copy, &row);
        break;
      case Op::convert_layout:
        describe_conversion(&row);
        break;
      case Op::reduce:
      case Op::scan:
        describe_reduction(operation, &row);
        break;
      default:
        describe_shared(&row);
        break;
    }
  }
  row_of_[static_cast<std::size_t>(operation.number)] =
      static_cast<int>(inspection_.operations.size());
  inspection_.operations.push_back(std::move(row));
}

void Inspector::describe_access(const Operation& operation, Access::Kind kind,
                                InspectedOperation* row) {
  const ValueType& pointer = type(row->type);
  if (pointer.element != ValueType::Element::pointer) {
    row->notes.emplace_back("not modelled: the pointer is no tt.ptr");
    return;
  }
  const Int bytes = pointer.bytes();
  if (!is_element_size(bytes)) {
    row->notes.push_back(fmt::format("not modelled: elements of type {}", pointer.element_text));
    return;
  }
  std::optional<Access>& access = accesses_[static_cast<std::size_t>(operation.number)];
  if (!pointer.tensor) {
    access.emplace(kind, bytes, module_.warp_size.value_or(32), module_.warps.value_or(4));
  } else {
    const ValueNumber mask = operation.mask_operand();
    static const AxisInfo nothing;
    const auto facts = [&](ValueNumber value) {
      return value == no_value ? &nothing : &facts_[static_cast<std::size_t>(value)];
    };
    std::optional<SharedLayout> shared;
    if (kind == Access::Kind::copy) {
      std::string problem;
      shared = built_shared(row->other_type, &problem);
      if (!shared) row->notes.push_back(problem);
    }
    access.emplace(kind, bytes, *built(row->type).linear, *facts(operation.operand(0)),
                   operation.mask < 0 ? nullptr : facts(mask), shared ? &*shared : nullptr,
                   operation.number_attribute("contiguity").value_or(1));
  }
  row->width = access->width();
  row->vector_bytes = access->vector_bytes();
  row->instructions = access->runs();
  row->traffic = AccessTraffic();
}

void Inspector::describe_conversion(InspectedOperation* row) {
  const Built& to = built(row->other_type);
  if (!to.linear) {
    row->notes.push_back(to.problem);
    return;
  }
  const LinearLayout& from = *built(row->type).linear;
  if (!(from.shape() == to.linear->shape()) || from.lanes() != to.linear->lanes() ||
      from.warps() != to.linear->warps() || from.blocks() != to.linear->blocks()) {
    row->notes.emplace_back("not modelled: layouts of different threads");
    return;
  }
  row->moves = conversion(from, *to.linear).moves;
  row->cross_warp = row->moves == Moves::shared;
}

void Inspector::describe_reduction(const Operation& operation, InspectedOperation* row) {
  const Layout& layout = *built(row->type).layout;
  const Int axis = operation.number_attribute("axis").value_or(-1);
  if (axis < 0 || axis >= layout.rank()) {
    row->notes.emplace_back("not modelled: its axis is not there");
    return;
  }
  const Reduction cost = reduction(layout, static_cast<int>(axis));
  row->cross_warp = cost.cross_warp;
  row->moves = cost.cross_warp      ? Moves::shared
               : cost.lanes > 1     ? Moves::shuffle
               : cost.in_thread > 1 ? Moves::registers
                                    : Moves::none;
  if (operation.op == Op::scan) return;
  // A value of 64 bits takes two shuffles, and each of several operands its own.
  constexpr int shuffle_bits = 32;
  Int words = 0;
  for (int operand : operation.operand_types) {
    words += std::max(1, (type(operand).bits + shuffle_bits - 1) / shuffle_bits);
  }
  row->shuffles = cost.shuffles * words;
}

void Inspector::describe_shared(InspectedOperation* row) {
  std::string problem;
  const auto shared = built_shared(row->other_type, &problem);
  if (!shared) {
    row->notes.push_back(problem);
    return;
  }
  const ValueType& tensor = type(row->type);
  const Int bytes = tensor.bytes();
  const LinearLayout& registers = *built(row->type).linear;
  if (!is_element_size(bytes) || !(shared->shape() == registers.shape())) {
    row->notes.emplace_back("not modelled: what it holds");
    return;
  }
  const auto access = BankAccess::of(registers, *shared, bytes);
  if (!access) {
    row->notes.emplace_back("not modelled: another CTA's memory");
    return;
  }
  if (access->fits_matrix_instructions()) {
    row->notes.emplace_back(row->kind == "local_load" ? "not modelled: ldmatrix"
                                                      : "not modelled: stmatrix");
    return;
  }
  const auto [at, is_new] = bank_traffic_.try_emplace({row->type, row->other_type});
  if (is_new) at->second = access->traffic();
  const std::optional<BankTraffic>& traffic = at->second;
  if (!traffic) {
    row->notes.emplace_back("paddings would take too long to count");
    return;
  }
  row->vector_bytes = access->vector_bytes();
  row->wavefronts = traffic->wavefronts;
  row->conflicts = traffic->conflicts();
}

void Inspector::count_access(const Operation& operation, Evaluation* evaluation, Tally* tally) {
  const auto number = static_cast<std::size_t>(operation.number);
  const Access& access = *accesses_[number];
  const AbstractValue& addresses = (*evaluation)[operation.operand(0)];
  const bool masked = operation.mask >= 0;
  const AbstractValue& mask = (*evaluation)[operation.mask_operand()];
  if (tally->times == 1) tally->start = addresses;
  const auto count = [&](const AbstractValue* under) -> std::optional<AccessTraffic> {
    if (evaluation->spent()) return std::nullopt;
    // A lane of a request takes some times as long as an element.
    constexpr Int per_lane = 8;
    evaluation->charge(per_lane * access.runs() * access.warps() * access.lanes());
    return access.traffic(addresses, under, spared_[number]);
  };
  std::optional<AccessTraffic> traffic;
  if (masked && mask.number() == 0) {
    // Nothing takes part, whatever the pointer is.
    traffic = AccessTraffic();
  } else if (!addresses.known()) {
    tally->unknown = addresses.why() == Unknown::loaded
                         ? "gather: the pointer is loaded"
                         : fmt::format("unknown: the pointer {}", because(addresses.why()));
  } else if (!access.scalar() && addresses.step() > 0 && addresses.step() < sector_bytes) {
    tally->unknown =
        fmt::format("unknown: where the pointer is aligned {}", because(addresses.why()));
  } else if (masked && !mask.exact()) {
    tally->unknown = fmt::format("unknown: the mask {}", because(mask.why()));
    // One truth for all elements: how good it is where it holds.
    if (mask.uniform() && !tally->first) tally->first = count(nullptr);
  } else {
    if (addresses.pattern() != tally->addresses || (masked && !(mask == tally->mask))) {
      tally->by_offset.fill(std::nullopt);
      tally->addresses = addresses.pattern();
      tally->mask = mask;
    }
    auto& known =
        tally->by_offset[static_cast<std::size_t>(addresses.offset() & (sector_bytes - 1))];
    if (!known) known = count(masked ? &mask : nullptr);
    if (!known) {
      tally->unknown = evaluation->spent() ? fmt::format("unknown: it {}", because(Unknown::limit))
                                           : "unknown: pointer or mask do not lie over the tensor";
    }
    traffic = known;
  }
  if (!traffic) {
    tally->sum.reset();
    return;
  }
  if (!tally->first || tally->first->sectors == 0) tally->first = traffic;
  if (tally->sum) *tally->sum += *traffic;
}

/// Whether loads before and after an operation stay apart.
bool Inspector::interrupts(const Operation& operation) const {
  if (operation.op == Op::load) return false;
  const int row = row_of_[static_cast<std::size_t>(operation.number)];
  if (row >= 0) {
    // Within a warp nothing waits.
    const auto& moves = inspection_.operations[static_cast<std::size_t>(row)].moves;
    return !moves || *moves == Moves::shared;
  }
  return !operation.regions.empty() || !operation.successors.empty() ||
         operation.op == Op::barrier || operation.op == Op::async_wait || operation.op == Op::call;
}

Inspection Inspector::run() {
  facts_ = axis_info_of(kernels_, function_);
  find_rows(function_.body, false, false);
  tallies_.resize(inspection_.operations.size());
  std::vector<const Access*> loads(accesses_.size(), nullptr);
  for (const InspectedOperation& row : inspection_.operations) {
    const auto number = static_cast<std::size_t>(row.operation->number);
    if (row.kind == "load" && accesses_[number]) loads[number] = &*accesses_[number];
  }
  auto spared = spared_runs(
      kernels_, function_, launch_, loads,
      [&](const Operation& operation) { return interrupts(operation); }, most_work_);
  spared_ = std::move(spared.runs);
  if (!spared.complete) {
    inspection_.notes.emplace_back("not all overlapping loads were compared: fewer may be issued");
  }
  Evaluation evaluation(kernels_, function_, launch_, most_work_);
  evaluation.go(Walk::run, [&](const Operation& operation, std::optional<Unknown> doubt) {
    const int row = row_of_[static_cast<std::size_t>(operation.number)];
    if (row < 0) return;
    Tally& tally = tallies_[static_cast<std::size_t>(row)];
    ++tally.times;
    if (doubt) tally.doubt = doubt;
    if (accesses_[static_cast<std::size_t>(operation.number)]) {
      count_access(operation, &evaluation, &tally);
    }
  });
  finish(evaluation);
  return std::move(inspection_);
}

/// A kernel that is one load, at most one operation on it and a store that not every thread makes:
/// there the assembler may leave before it loads. Two loads, a masked one, a loop, a reduction, exp
/// undo it.
void Inspector::note_lone_load() {
  const auto& operations = inspection_.operations;
  if (operations.size() != 2 || operations[0].kind != "load" || operations[1].kind != "store")
    return;
  InspectedOperation& load = inspection_.operations[0];
  const Operation& store = *operations[1].operation;
  const bool predicated = store.mask >= 0 || operations[1].copies.value_or(1) > 1;
  if (!load.width || load.operation->mask >= 0 || !predicated) return;
  std::set<ValueNumber> of_load{load.operation->first_result};
  int between = 0;
  bool structured = false;
  for_each_operation(function_.body, [&](const Operation& operation) {
    structured = structured || !operation.regions.empty() || !operation.successors.empty();
    const bool uses = std::any_of(operation.operands.begin(), operation.operands.end(),
                                  [&](ValueNumber value) { return of_load.contains(value); });
    if (!uses || &operation == &store) return;
    between += operation.name.starts_with("math.") ? 2 : 1;
    for (int i = 0; i < operation.results; ++i) of_load.insert(operation.first_result + i);
  });
  if (structured || between > 1) return;
  load.notes.emplace_back(
      "at most: the assembler may leave threads that store nothing before they load");
}

void Inspector::finish(const Evaluation& evaluation) {
  std::set<int> in_cut;
  for (const Cut& cut : evaluation.cuts()) {
    for (const auto& region : cut.operation->regions) {
      for_each_operation(region, [&](const Operation& inner) { in_cut.insert(inner.number); });
    }
    const std::string line = kernels_.modules.line(function_.module, cut.operation->location);
    const std::string where =
        line.empty() ? fmt::format("line {} of the text", cut.operation->line) : line;
    if (cut.operation->regions.empty()) {
      inspection_.notes.push_back(
          fmt::format("cut: the jump at {} was not followed any more", where));
    } else if (cut.iterations > 0) {
      inspection_.notes.push_back(
          fmt::format("cut: the loop at {} was left after {}; counts are of these", where,
                      counted(cut.iterations, "iteration")));
    } else {
      inspection_.notes.push_back(fmt::format("cut: the loop at {} was not come to", where));
    }
  }
  inspection_.wraps = evaluation.wraps();
  inspection_.work = evaluation.work();
  note_lone_load();
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    InspectedOperation& row = inspection_.operations[i];
    const Tally& tally = tallies_[i];
    if (tally.times == 0 && (evaluation.left_early() || in_cut.contains(row.operation->number))) {
      row.notes.insert(row.notes.begin(), "cut: it was not come to");
    } else if (tally.times == 0) {
      row.times = 0;
      row.notes.insert(row.notes.begin(), in_loop_[i] ? "loop not entered" : "branch not taken");
    } else if (!tally.doubt) {
      row.times = tally.times;
    }
    if (in_cut.contains(row.operation->number)) {
      row.cut = true;
      row.notes.emplace_back("cut: the loop was left before its end");
    }
    if (!tally.unknown.empty()) row.notes.push_back(tally.unknown);
    if (tally.doubt && tally.unknown.empty()) {
      row.notes.push_back(fmt::format("times unknown: what decides it {}", because(*tally.doubt)));
    }
    const auto over_all = [&](std::optional<Int>* count) {
      if (!*count) return;
      *count = row.times ? std::optional(**count * *row.times) : std::nullopt;
    };
    over_all(&row.shuffles);
    over_all(&row.wavefronts);
    over_all(&row.conflicts);
    if (!row.traffic) continue;
    const auto number = static_cast<std::size_t>(row.operation->number);
    const std::vector<bool>& spared = spared_[number];
    if (const auto count = std::count(spared.begin(), spared.end(), true); count > 0) {
      row.notes.push_back(fmt::format("{} of {} a thread not issued: their bytes are loaded anyway",
                                      count, counted(row.instructions, "instruction")));
    }
    const bool quiet = tally.times > 0 && tally.sum && tally.sum->requests == 0;
    if (quiet && row.notes.empty()) row.notes.emplace_back("masked off");
    const AccessTraffic& any = tally.sum ? *tally.sum : tally.first.value_or(AccessTraffic());
    if (any.misaligned) {
      row.notes.push_back(
          fmt::format("faults: an address is no multiple of {} bytes, as it was compiled for",
                      *row.vector_bytes));
    }
    row.addresses = tally.start;
    row.traffic = row.times ? tally.sum : std::nullopt;
    const auto& of = row.traffic ? row.traffic : tally.first;
    if (of && of->sectors > 0) {
      row.efficiency = static_cast<double>(of->ideal_sectors) / static_cast<double>(of->sectors);
      if (!row.traffic) row.notes.emplace_back("efficiency of one execution");
    }
  }
  if (evaluation.misses_grid()) {
    inspection_.notes.emplace_back("the number of programs is asked for: --grid 132,1,1 gives it");
  }
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
