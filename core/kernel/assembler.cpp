#include "core/kernel/assembler.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/questions/sectors.h"

namespace layoutq {

namespace {

using Stretch = std::vector<const Operation*>;

bool is_volatile(const Operation& operation) { return operation.attributes.is_volatile; }

/// The loads of each stretch of code.
void find_stretches(const std::vector<BasicBlock>& blocks,
                    const std::function<bool(const Operation&)>& interrupts,
                    std::vector<Stretch>* stretches) {
  for (const BasicBlock& block : blocks) {
    stretches->emplace_back();
    for (const Operation& operation : block.operations) {
      if (operation.op == Op::load && !is_volatile(operation)) {
        stretches->back().push_back(&operation);
      } else if (interrupts(operation)) {
        for (const auto& region : operation.regions) {
          find_stretches(region, interrupts, stretches);
        }
        stretches->emplace_back();
      }
    }
  }
}

/// Arguments, a program and an iteration of loops that may be as well as the given ones.
struct Other {
  Int argument;  ///< about what every argument is
  std::array<Int, 3> program;
  Int iteration;
};

/// Small and negative ones, and some near 2^31, so that what only holds without a wrap of 32 bits
/// does not hold.
constexpr std::array<Other, 6> others{{
    {1, {0, 0, 0}, 0},
    {3, {1, 2, 3}, 1},
    {-7, {4, 1, 0}, 5},
    {1009, {5, 3, 2}, 16},
    {(Int{1} << 31) - 1, {(Int{1} << 31) - 1, 65535, 65533}, 1021},
    {(Int{1} << 30) + 12345, {(Int{1} << 21) + 7, 1021, 4093}, 2},
}};

Launch launch_of(const Kernels& kernels, const Function& function, const Other& other) {
  // A grid that has all these programs.
  constexpr Int programs_along = Int{1} << 31;
  Launch launch{.arguments = {},
                .program = other.program,
                .grid = std::array<Int, 3>{programs_along, programs_along - 1, programs_along - 2}};
  Int spread = 0;
  constexpr Int most_spread = 1000;
  for (const KernelArgument& argument : function.arguments) {
    const ValueType& type = kernels.type_of(function, argument.value);
    const bool integer = type.element == ValueType::Element::integer;
    // Large ones differ from each other; all are divisible as they are declared to be.
    const Int about = other.argument > most_spread ? other.argument - spread : other.argument;
    const Int divisibility = std::min<Int>(argument.divisibility, Int{1} << 30);
    const Int times = about / divisibility != 0 ? about / divisibility : other.argument;
    launch.arguments.push_back(integer ? times * divisibility : 0);
    spread += 37;
  }
  return launch;
}

/// A load, and where its runs are in each of the launches.
struct Load {
  const Operation* operation;
  const Access* access;
  std::vector<Int> begins = {};  ///< of each run, in the first thread and the first launch
  std::vector<AbstractValue> addresses = {};  ///< by launch, of the last visit
  std::vector<Access::View> views = {};

  bool masked() const { return operation->mask_operand() != no_value; }
  Int bytes() const { return access->vector_bytes(); }
  bool exact() const {
    return std::all_of(addresses.begin(), addresses.end(),
                       [](const AbstractValue& elements) { return elements.exact(); });
  }
};

/// A run of a load of a stretch.
struct LoadRun {
  std::size_t load;
  Int run;
  Int begin;
};

/// The runs of a stretch's loads, and of those without a mask, by where they begin.
struct Runs {
  std::vector<LoadRun> all;
  std::vector<const LoadRun*> holders;
};

Runs runs_of(const std::vector<Load>& loads) {
  Runs runs;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    for (std::size_t run = 0; run < loads[i].begins.size(); ++run) {
      runs.all.push_back({i, static_cast<Int>(run), loads[i].begins[run]});
    }
  }
  for (const LoadRun& run : runs.all) {
    if (!loads[run.load].masked()) runs.holders.push_back(&run);
  }
  std::stable_sort(runs.holders.begin(), runs.holders.end(),
                   [](const LoadRun* a, const LoadRun* b) { return a->begin < b->begin; });
  return runs;
}

/// Calls visit(holder) for the runs that may have the bytes of this one, going by the first thread,
/// until it returns true. Of runs with the same bytes the first one stays.
template <class Visit>
void for_holders(const std::vector<Load>& loads, const Runs& runs, const LoadRun& run,
                 Visit visit) {
  const Load& load = loads[run.load];
  auto holder = std::lower_bound(runs.holders.begin(), runs.holders.end(),
                                 run.begin + load.bytes() - most_vector_bytes,
                                 [](const LoadRun* one, Int begin) { return one->begin < begin; });
  for (; holder != runs.holders.end() && (*holder)->begin <= run.begin; ++holder) {
    const Int room = loads[(*holder)->load].bytes() - load.bytes();
    if (*holder == &run || run.begin - (*holder)->begin > room) continue;
    if (room == 0 && *holder > &run && !load.masked()) continue;
    if (visit(**holder)) return;
  }
}

/// Compares runs, as long as that does not take too long.
class Comparison {
 public:
  /// Whether in every thread the bytes of `run` lie within those of `other`, in every launch.
  bool within(const std::vector<Load>& loads, const LoadRun& run, const LoadRun& other) {
    const Load& a = loads[run.load];
    const Load& b = loads[other.load];
    // What is unknown of two pointers is the same only if they are one.
    if (run.load != other.load && !(a.exact() && b.exact())) return false;
    if (a.access->warps() != b.access->warps() || a.access->lanes() != b.access->lanes()) {
      return false;
    }
    const Int room = b.bytes() - a.bytes();
    for (std::size_t launch = 0; launch < a.views.size(); ++launch) {
      for (Int warp = 0; warp < a.access->warps(); ++warp) {
        for (Int lane = 0; lane < a.access->lanes(); ++lane) {
          const Int past =
              a.views[launch].at(warp, run.run, lane) - b.views[launch].at(warp, other.run, lane);
          ++looked_at_;
          if (past < 0 || past > room) return false;
        }
      }
    }
    return true;
  }
  bool exhausted() const { return looked_at_ > most_looked_at; }

 private:
  static constexpr Int most_looked_at = Int{1} << 23;
  Int looked_at_ = 0;
};

/// More runs than these are not compared, and more addresses not kept.
constexpr Int most_runs = Int{1} << 18;
constexpr std::size_t most_kept = std::size_t{1} << 21;

}  // namespace

SparedRuns spared_runs(const Kernels& kernels, const Function& function, const Launch& launch,
                       const std::vector<const Access*>& accesses,
                       const std::function<bool(const Operation&)>& interrupts, Int most_work) {
  SparedRuns spared;
  spared.runs.resize(accesses.size());
  std::vector<Stretch> stretches;
  find_stretches(function.body, interrupts, &stretches);
  std::vector<std::vector<Load>> groups;
  std::map<int, Load*> by_operation;
  Int all_instructions = 0;
  for (const Stretch& stretch : stretches) {
    std::vector<Load> loads;
    Int instructions = 0;
    for (const Operation* operation : stretch) {
      const Access* access = accesses[static_cast<std::size_t>(operation->number)];
      if (access == nullptr) continue;
      instructions += access->runs();
      loads.push_back({operation, access});
    }
    // A single instruction has nothing to be spared by.
    if (instructions < 2) continue;
    all_instructions += instructions;
    groups.push_back(std::move(loads));
  }
  for (auto& loads : groups) {
    for (Load& load : loads) by_operation[load.operation->number] = &load;
  }
  if (groups.empty()) return spared;
  if (all_instructions > most_runs) {
    spared.complete = false;
    return spared;
  }
  const auto visit = [&](const Launch& one, Int iteration, auto each) {
    Evaluation evaluation(kernels, function, one, most_work);
    const auto happens = [&](const Operation& operation, std::optional<Unknown>) {
      const auto found = by_operation.find(operation.number);
      if (found != by_operation.end()) each(found->second, evaluation[operation.operand(0)]);
    };
    evaluation.visit(happens, iteration);
    spared.complete = spared.complete && !evaluation.exhausted();
  };

  // First, by one thread and one launch, which loads may have to do with each other: mostly none.
  visit(launch, 0, [](Load* load, const AbstractValue& addresses) {
    load->begins.clear();
    const Access::View view(*load->access, addresses);
    if (!addresses.known() || !view.fits()) return;
    for (Int run = 0; run < load->access->runs(); ++run) load->begins.push_back(view.at(0, run, 0));
  });
  by_operation.clear();
  for (auto& loads : groups) {
    const Runs runs = runs_of(loads);
    std::vector<bool> related(loads.size());
    for (const LoadRun& run : runs.all) {
      for_holders(loads, runs, run, [&](const LoadRun& holder) {
        related[run.load] = related[holder.load] = true;
        return true;
      });
    }
    for (std::size_t i = 0; i < loads.size(); ++i) {
      if (related[i]) by_operation[loads[i].operation->number] = &loads[i];
    }
  }
  if (by_operation.empty()) return spared;

  // Then by all threads and some launches.
  std::vector<Launch> launches{launch};
  for (const Other& other : others) launches.push_back(launch_of(kernels, function, other));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const Int iteration = i == 0 ? 0 : others[i - 1].iteration;
    visit(launches[i], iteration, [&](Load* load, const AbstractValue& addresses) {
      if (load->addresses.size() <= i && addresses.pattern()) {
        kept += addresses.pattern()->elements.size();
      }
      load->addresses.resize(i + 1);
      if (kept <= most_kept) load->addresses[i] = addresses;
    });
  }
  spared.complete = spared.complete && kept <= most_kept;

  Comparison comparison;
  for (auto& loads : groups) {
    for (Load& load : loads) {
      load.addresses.resize(launches.size());
      bool fits = true;
      for (const AbstractValue& addresses : load.addresses) {
        load.views.emplace_back(*load.access, addresses);
        fits = fits && addresses.known() && load.views.back().fits();
      }
      if (!fits) load.begins.clear();
    }
    const Runs runs = runs_of(loads);
    for (const LoadRun& run : runs.all) {
      const Load& load = loads[run.load];
      for_holders(loads, runs, run, [&](const LoadRun& holder) {
        if (comparison.exhausted()) return true;
        if (!comparison.within(loads, run, holder)) return false;
        auto& of = spared.runs[static_cast<std::size_t>(load.operation->number)];
        of.resize(static_cast<std::size_t>(load.access->runs()));
        of[static_cast<std::size_t>(run.run)] = true;
        return true;
      });
    }
  }
  spared.complete = spared.complete && !comparison.exhausted();
  return spared;
}

bool exits_before_load(const Function& function, const Operation& load, const Operation& store) {
  std::set<ValueNumber> of_load{load.first_result};
  int between = 0;
  bool straight = true;
  for_each_operation(function.body, [&](const Operation& operation) {
    straight = straight && operation.regions.empty() && operation.successors.empty();
    const bool uses = std::any_of(operation.operands.begin(), operation.operands.end(),
                                  [&](ValueNumber value) { return of_load.contains(value); });
    if (!uses || &operation == &store) return;
    // Functions take several instructions.
    between += operation.name.starts_with("math.") ? 2 : 1;
    for (int i = 0; i < operation.results; ++i) of_load.insert(operation.first_result + i);
  });
  return straight && between <= 1;
}

}  // namespace layoutq
