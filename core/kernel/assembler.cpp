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

/// Finds the loads of each straight stretch of code.
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

/// Other arguments, another program and another iteration of loops to try.
struct Other {
  Int argument;  ///< about the value of every argument
  std::array<Int, 3> program;
  Int iteration;
};

/// Small and negative arguments, and some near 2^31, at which what holds only without wrapping
/// around at 32 bits fails.
constexpr std::array<Other, 6> others{{
    {1, {0, 0, 0}, 0},
    {3, {1, 2, 3}, 1},
    {-7, {4, 1, 0}, 5},
    {1009, {5, 3, 2}, 16},
    {(Int{1} << 31) - 1, {(Int{1} << 31) - 1, 65535, 65533}, 1021},
    {(Int{1} << 30) + 12345, {(Int{1} << 21) + 7, 1021, 4093}, 2},
}};

Launch launch_of(const Kernels& kernels, const Function& function, const Other& other) {
  // A grid that contains all these programs.
  constexpr Int programs_along = Int{1} << 31;
  Launch launch{.arguments = {},
                .program = other.program,
                .grid = std::array<Int, 3>{programs_along, programs_along - 1, programs_along - 2}};
  Int spread = 0;
  constexpr Int most_spread = 1000;
  for (const KernelArgument& argument : function.arguments) {
    const ValueType& type = kernels.type_of(function, argument.value);
    const bool integer = type.element == ValueType::Element::integer;
    // Large arguments differ from each other; all are divisible as they are declared to be.
    const Int about = other.argument > most_spread ? other.argument - spread : other.argument;
    const Int divisibility = std::min<Int>(argument.divisibility, Int{1} << 30);
    const Int times = about / divisibility != 0 ? about / divisibility : other.argument;
    launch.arguments.push_back(integer ? times * divisibility : 0);
    spread += 37;
  }
  return launch;
}

/// A load, and the addresses of its runs in each launch.
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

/// A run of one of a stretch's loads.
struct LoadRun {
  std::size_t load;
  Int run;
  Int begin;
};

/// The runs of a stretch's loads; the holders are those of unmasked loads, sorted by address.
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

/// Calls visit(holder) for the runs that contain the bytes of this one in the first thread, until
/// it returns true. Of several runs with the same bytes the first one is issued.
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

/// Compares runs, and counts the addresses that it looks at.
class Comparison {
 public:
  /// True if the bytes of `run` lie within those of `other` in every thread and every launch.
  bool within(const std::vector<Load>& loads, const LoadRun& run, const LoadRun& other) {
    const Load& a = loads[run.load];
    const Load& b = loads[other.load];
    // The unknown parts of two pointers may differ.
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

/// Bounds on the runs that are compared, and on the addresses that are kept.
constexpr Int most_runs = Int{1} << 18;
constexpr std::size_t most_kept = std::size_t{1} << 21;

/// Finds the runs that are not issued, in steps that look at fewer and fewer loads.
class SpareFinder {
 public:
  SpareFinder(const Kernels& kernels, const Function& function, const Launch& launch, Int most_work)
      : kernels_(kernels), function_(function), launch_(launch), most_work_(most_work) {}

  SparedRuns find(const std::vector<const Access*>& accesses,
                  const std::function<bool(const Operation&)>& interrupts) {
    spared_.runs.resize(accesses.size());
    group_loads(accesses, interrupts);
    if (!of_operation_.empty()) find_related();
    if (!of_operation_.empty()) {
      collect_addresses();
      compare();
    }
    return std::move(spared_);
  }

 private:
  void group_loads(const std::vector<const Access*>& accesses,
                   const std::function<bool(const Operation&)>& interrupts);
  void find_related();
  void collect_addresses();
  void compare();

  /// Visits the function, and calls each(load, addresses) for the loads of `of_operation_`.
  template <class Each>
  void visit(const Launch& launch, Int iteration, Each each) {
    Evaluation evaluation(kernels_, function_, launch, most_work_);
    const auto happens = [&](const Operation& operation, std::optional<Unknown>) {
      const auto found = of_operation_.find(operation.number);
      if (found != of_operation_.end()) each(found->second, evaluation[operation.operand(0)]);
    };
    evaluation.visit(happens, iteration);
    spared_.complete = spared_.complete && !evaluation.exhausted();
  }

  const Kernels& kernels_;
  const Function& function_;
  const Launch& launch_;
  Int most_work_;
  std::vector<std::vector<Load>> groups_;  ///< the loads of each stretch
  std::map<int, Load*> of_operation_;      ///< the loads to look at, by the operation's number
  SparedRuns spared_;
};

/// Groups the loads of stretches with several instructions.
void SpareFinder::group_loads(const std::vector<const Access*>& accesses,
                              const std::function<bool(const Operation&)>& interrupts) {
  std::vector<Stretch> stretches;
  find_stretches(function_.body, interrupts, &stretches);
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
    // A single instruction overlaps no other.
    if (instructions < 2) continue;
    all_instructions += instructions;
    groups_.push_back(std::move(loads));
  }
  spared_.complete = all_instructions <= most_runs;
  if (!spared_.complete) return;
  for (auto& loads : groups_) {
    for (Load& load : loads) of_operation_[load.operation->number] = &load;
  }
}

/// Keeps the loads that overlap in the first thread of the given launch: mostly none.
void SpareFinder::find_related() {
  visit(launch_, 0, [](Load* load, const AbstractValue& addresses) {
    load->begins.clear();
    const Access::View view(*load->access, addresses);
    if (!addresses.known() || !view.fits()) return;
    for (Int run = 0; run < load->access->runs(); ++run) load->begins.push_back(view.at(0, run, 0));
  });
  of_operation_.clear();
  for (auto& loads : groups_) {
    const Runs runs = runs_of(loads);
    std::vector<bool> related(loads.size());
    for (const LoadRun& run : runs.all) {
      for_holders(loads, runs, run, [&](const LoadRun& holder) {
        related[run.load] = related[holder.load] = true;
        return true;
      });
    }
    for (std::size_t i = 0; i < loads.size(); ++i) {
      if (related[i]) of_operation_[loads[i].operation->number] = &loads[i];
    }
  }
}

/// Collects the addresses of the related loads, in the given launch and in others.
void SpareFinder::collect_addresses() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i <= others.size(); ++i) {
    const Launch launch = i == 0 ? launch_ : launch_of(kernels_, function_, others[i - 1]);
    visit(launch, i == 0 ? 0 : others[i - 1].iteration,
          [&](Load* load, const AbstractValue& addresses) {
            if (load->addresses.size() <= i && addresses.pattern()) {
              kept += addresses.pattern()->elements.size();
            }
            load->addresses.resize(i + 1);
            if (kept <= most_kept) load->addresses[i] = addresses;
          });
  }
  spared_.complete = spared_.complete && kept <= most_kept;
}

/// Compares the runs of all threads in all launches.
void SpareFinder::compare() {
  Comparison comparison;
  for (auto& loads : groups_) {
    for (Load& load : loads) {
      load.addresses.resize(others.size() + 1);
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
        auto& of_load = spared_.runs[static_cast<std::size_t>(load.operation->number)];
        of_load.resize(static_cast<std::size_t>(load.access->runs()));
        of_load[static_cast<std::size_t>(run.run)] = true;
        return true;
      });
    }
  }
  spared_.complete = spared_.complete && !comparison.exhausted();
}

}  // namespace

SparedRuns spared_runs(const Kernels& kernels, const Function& function, const Launch& launch,
                       const std::vector<const Access*>& accesses,
                       const std::function<bool(const Operation&)>& interrupts, Int most_work) {
  return SpareFinder(kernels, function, launch, most_work).find(accesses, interrupts);
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
    // A function such as exp takes several instructions.
    between += operation.name.starts_with("math.") ? 2 : 1;
    for (int i = 0; i < operation.results; ++i) of_load.insert(operation.first_result + i);
  });
  return straight && between <= 1;
}

}  // namespace layoutq
