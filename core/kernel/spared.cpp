#include "core/kernel/spared.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/questions/sectors.h"

namespace layoutq {

namespace {

using Stretch = std::vector<const Operation*>;

bool is_volatile(const Operation& operation) { return operation.attribute("isVolatile") == "true"; }

/// The loads of each stretch of code.
void find_stretches(const std::vector<Block>& blocks,
                    const std::function<bool(const Operation&)>& interrupts,
                    std::vector<Stretch>* stretches) {
  for (const Block& block : blocks) {
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

/// Other arguments than the given ones, for what would not hold in general. Some are near 2^31, so
/// that what only holds without a wrap of 32 bits does not.
Launch other_launch(const Kernels& kernels, const Function& function, int attempt) {
  constexpr std::array<Int, 3> starts{1009, (Int{1} << 31) - 1, (Int{1} << 30) + 12345};
  constexpr std::array<std::array<Int, 3>, 3> programs{
      {{5, 3, 2}, {(Int{1} << 31) - 1, 65535, 65533}, {(Int{1} << 21) + 7, 1021, 4093}}};
  const auto number = static_cast<std::size_t>(attempt);
  Launch launch{.arguments = {}, .program = programs[number]};
  Int spread = 0;
  for (const KernelArgument& argument : function.arguments) {
    spread += 37;
    const Int start = starts[number] - (attempt == 1 ? 3 : -5) * spread;
    const Int divisibility = std::min(argument.divisibility, start);
    const ValueType& type = kernels.type_of(function, argument.value);
    const bool integer = type.element == ValueType::Element::integer;
    launch.arguments.push_back(integer ? start / divisibility * divisibility : 0);
  }
  return launch;
}

/// Where a load's runs are, in each of the launches.
struct Load {
  const Operation* operation;
  const Access* access;
  bool masked;
  std::vector<Elements> addresses;  ///< by launch
  std::vector<Access::View> views;
};

/// A run of a load.
struct LoadRun {
  std::size_t load;
  Int run;
  Int begin;  ///< of the first thread, in the first launch
};

class Comparison {
 public:
  explicit Comparison(const std::vector<Load>& loads) : loads_(loads) {}

  /// Whether in every thread the bytes of `run` lie within those of `other`, in every launch.
  bool within(const LoadRun& run, const LoadRun& other) {
    const Load& a = loads_[run.load];
    const Load& b = loads_[other.load];
    if (a.access->warps() != b.access->warps() || a.access->lanes() != b.access->lanes()) {
      return false;
    }
    const Int room = b.access->vector_bytes() - a.access->vector_bytes();
    for (std::size_t launch = 0; launch < a.views.size(); ++launch) {
      for (Int warp = 0; warp < a.access->warps(); ++warp) {
        for (Int lane = 0; lane < a.access->lanes(); ++lane) {
          const Int past =
              a.views[launch].at(warp, run.run, lane) - b.views[launch].at(warp, other.run, lane);
          if (past < 0 || past > room) return false;
        }
        looked_at_ += a.access->lanes();
      }
    }
    return true;
  }
  /// Comparing more would take too long.
  bool exhausted() const { return looked_at_ > most_looked_at; }

 private:
  static constexpr Int most_looked_at = Int{1} << 24;
  const std::vector<Load>& loads_;
  Int looked_at_ = 0;
};

}  // namespace

std::vector<std::vector<bool>> spared_runs(
    const Kernels& kernels, const Function& function, const Launch& launch,
    const std::vector<const Access*>& accesses,
    const std::function<bool(const Operation&)>& interrupts) {
  std::vector<std::vector<bool>> spared(accesses.size());
  std::vector<Stretch> stretches;
  find_stretches(function.body, interrupts, &stretches);
  const auto access_of = [&](const Operation& operation) {
    return accesses[static_cast<std::size_t>(operation.number)];
  };
  // A single instruction has nothing to be spared by.
  std::erase_if(stretches, [&](const Stretch& stretch) {
    Int instructions = 0;
    for (const Operation* load : stretch) {
      if (access_of(*load) != nullptr) instructions += access_of(*load)->runs();
    }
    return instructions < 2;
  });
  if (stretches.empty()) return spared;

  std::vector<Launch> launches{launch};
  for (int i = 0; i < 3; ++i) launches.push_back(other_launch(kernels, function, i));
  // By operation, the addresses of its last visit in each launch.
  std::map<int, std::vector<Elements>> addresses;
  for (const Stretch& stretch : stretches) {
    for (const Operation* load : stretch) addresses[load->number].resize(launches.size());
  }
  for (std::size_t i = 0; i < launches.size(); ++i) {
    Evaluation evaluation(kernels, function, launches[i]);
    const auto happens = [&](const Operation& operation, bool) {
      const auto found = addresses.find(operation.number);
      if (found != addresses.end()) found->second[i] = evaluation[operation.operand(0)];
    };
    evaluation.go(Walk::visit, happens, static_cast<int>(i) + 1);
  }

  for (const Stretch& stretch : stretches) {
    std::vector<Load> loads;
    for (const Operation* operation : stretch) {
      const Access* access = access_of(*operation);
      if (access == nullptr) continue;
      Load load{operation,
                access,
                operation->mask_operand() != no_value,
                std::move(addresses[operation->number]),
                {}};
      const bool exact = std::all_of(load.addresses.begin(), load.addresses.end(),
                                     [](const Elements& numbers) { return numbers.exact(); });
      if (exact) loads.push_back(std::move(load));
    }
    std::vector<LoadRun> runs;
    for (Load& load : loads) {
      for (const Elements& numbers : load.addresses) load.views.emplace_back(*load.access, numbers);
      const bool fits = std::all_of(load.views.begin(), load.views.end(),
                                    [](const Access::View& view) { return view.fits(); });
      for (Int run = 0; fits && run < load.access->runs(); ++run) {
        runs.push_back(
            {static_cast<std::size_t>(&load - loads.data()), run, load.views[0].at(0, run, 0)});
      }
    }
    // What may hold another's bytes, by where it begins; of equals the first one stays.
    std::vector<const LoadRun*> holders;
    for (const LoadRun& run : runs) {
      if (!loads[run.load].masked) holders.push_back(&run);
    }
    std::stable_sort(holders.begin(), holders.end(),
                     [](const LoadRun* a, const LoadRun* b) { return a->begin < b->begin; });
    Comparison comparison(loads);
    for (const LoadRun& run : runs) {
      const Load& load = loads[run.load];
      const Int bytes = load.access->vector_bytes();
      auto holder =
          std::lower_bound(holders.begin(), holders.end(), run.begin + bytes - most_vector_bytes,
                           [](const LoadRun* one, Int begin) { return one->begin < begin; });
      for (; holder != holders.end() && (*holder)->begin <= run.begin; ++holder) {
        const bool larger = loads[(*holder)->load].access->vector_bytes() > bytes;
        if (!larger && (*holder >= &run) && !load.masked) continue;
        if (*holder == &run || comparison.exhausted()) continue;
        if (!comparison.within(run, **holder)) continue;
        auto& of = spared[static_cast<std::size_t>(load.operation->number)];
        of.resize(static_cast<std::size_t>(load.access->runs()));
        of[static_cast<std::size_t>(run.run)] = true;
        break;
      }
    }
  }
  return spared;
}

}  // namespace layoutq
