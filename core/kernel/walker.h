#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/abstract_value.h"
#include "core/mlir/kernels.h"

namespace layoutq {

/// Where in the control flow an operation is computed.
struct Surroundings {
  bool in_loop = false;
  /// True while values are iterated to a fixpoint: the operation does not happen yet.
  bool tentative = false;
  /// Why it is not known whether, or how often, the operation happens; nullopt if that is known.
  std::optional<Unknown> doubt = std::nullopt;
};

/// Walks the control flow of a function: basic blocks and the jumps between them, scf.for,
/// scf.while, scf.if, and the regions of other operations. What a value is, and what is known of a
/// condition, is up to the policy, which keeps the values:
///
///     %r = scf.for %k = %low to %end step %s iter_args(%a = %x) { … scf.yield %b }
///
///     if trip_count() knows the count      %a = %x, then %b of each iteration in turn
///     if not                               %a = join(%x, %b), again until nothing changes
///
/// A policy has
///
///     using Value;                         // default-constructed: nothing is known
///     static constexpr bool decides;       // false if it never knows a condition or a count: then
///                                          // only the fixpoint is wanted, and nothing happens
///     static constexpr bool joins;         // false if a basic block takes the values that it was
///                                          // reached with first
///     Value value(ValueNumber);            // nothing is known of no_value
///     void enter(const std::vector<ValueNumber>& arguments, std::vector<Value>*);
///                                          // gives a block its arguments; may change the values
///     void define(ValueNumber result, const Value&);  // the result of a loop or a branch
///     void compute(const Operation&, const Surroundings&);  // an operation without control flow
///     void done(const Operation&);         // after any operation
///     Value join(const Value&, const Value&, Unknown doubt, int round);
///                                          // one or the other; gives up after some rounds
///     std::optional<std::size_t> side(const Operation&);  // of a branch or a jump
///     std::optional<Int> trip_count(const Operation&);    // of an scf.for
///     Value index(const Operation&, std::optional<Int> iteration);  // nullopt: in any iteration
///     std::optional<bool> goes_on(const Value& condition, Int done);  // an scf.while
///     Unknown doubt(const Operation&);     // why side() or trip_count() is not known
///     Unknown doubt(const Value& condition);
///     void charge(Int steps);              // counts work
///     bool exhausted();                    // true if no further iteration or jump is affordable
///     Value cut(const Operation&, Int iterations, const Surroundings&);
///                                          // a loop or jump was given up; what its results are
template <class Policy>
class Walker {
 public:
  /// Keeps a reference to `policy`, which must outlive it.
  explicit Walker(Policy* policy) : policy_(*policy) {}

  void walk(const Function& function) { region(function.body); }

 private:
  using Value = typename Policy::Value;
  using Values = std::vector<Value>;

  /// How a basic block ends.
  enum class Flow { jumps, yields, leaves };

  Flow region(const std::vector<BasicBlock>& blocks);
  void any_order(const std::vector<BasicBlock>& blocks, const BasicBlock& from, Unknown doubt);
  Flow basic_block(const BasicBlock& block);
  void for_loop(const Operation& operation);
  void while_loop(const Operation& operation);
  void branch(const Operation& operation);

  Values values(const std::vector<ValueNumber>& numbers, std::size_t from = 0) {
    Values all;
    for (std::size_t i = from; i < numbers.size(); ++i) all.push_back(policy_.value(numbers[i]));
    return all;
  }
  /// Walks a region, and returns what it yields; nothing if it ends in another way.
  Values yielded(const std::vector<BasicBlock>& blocks) {
    const bool yields = region(blocks) == Flow::yields;
    return yields ? std::exchange(yielded_, {}) : Values();
  }
  void set_results(const Operation& operation, const Values& values, std::size_t from = 0) {
    for (int i = 0; i < operation.results; ++i) {
      const std::size_t at = from + static_cast<std::size_t>(i);
      policy_.define(operation.first_result + i, at < values.size() ? values[at] : Value());
    }
  }
  void give_up(const Operation& operation, Int iterations) {
    const Value value = policy_.cut(operation, iterations, surroundings());
    for (int i = 0; i < operation.results; ++i) policy_.define(operation.first_result + i, value);
  }

  /// Joins `more` into `known`. Returns true if that changed it.
  bool merge(Values* known, const Values& more, Unknown doubt, int round) {
    bool changed = false;
    for (std::size_t i = 0; i < known->size(); ++i) {
      Value& one = (*known)[i];
      if (one == more[i]) continue;
      Value joined = policy_.join(one, more[i], doubt, round);
      if (joined == one) continue;
      one = std::move(joined);
      changed = true;
    }
    return changed;
  }
  /// Iterates the carried values to a fixpoint: what they are in every iteration, however many
  /// there are. `body` takes them and returns those of the next iteration.
  template <class Body>
  void settle(Values* carried, Unknown doubt, Body body) {
    ++tentative_;
    bool changed = true;
    for (int round = 0; changed; ++round) {
      Values next = policy_.exhausted() ? Values() : body(carried);
      next.resize(carried->size());
      changed = merge(carried, next, doubt, round);
    }
    --tentative_;
  }
  template <class Body>
  void doubted(Unknown doubt, Body body) {
    doubts_.push_back(doubt);
    body();
    doubts_.pop_back();
  }
  Surroundings surroundings() const {
    return {.in_loop = loops_ > 0,
            .tentative = tentative_ > 0,
            .doubt = doubts_.empty() ? std::nullopt : std::optional(doubts_.back())};
  }

  static const BasicBlock* find_block(const std::vector<BasicBlock>& blocks,
                                      std::string_view label) {
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const BasicBlock& one) { return one.label == label; });
    return found == blocks.end() ? nullptr : &*found;
  }
  /// The jump that ends a block; null if it ends in another way.
  static const Operation* jump_of(const BasicBlock& block) {
    const Operation* last = block.operations.empty() ? nullptr : &block.operations.back();
    return last == nullptr || last->successors.empty() ? nullptr : last;
  }

  Policy& policy_;
  Values yielded_;     ///< by the region that was walked last
  int loops_ = 0;      ///< the loops around
  int tentative_ = 0;  ///< the fixpoints that are being iterated around
  std::vector<Unknown> doubts_;
};

template <class Policy>
auto Walker<Policy>::region(const std::vector<BasicBlock>& blocks) -> Flow {
  if (blocks.empty()) return Flow::leaves;
  const BasicBlock* now = &blocks.front();
  for (;;) {
    const Flow flow = basic_block(*now);
    const Operation* jump = jump_of(*now);
    if (flow != Flow::jumps || jump == nullptr) return flow;
    if (policy_.exhausted()) {
      give_up(*jump, 0);
      return Flow::leaves;
    }
    const auto side = policy_.side(*jump);
    if (!side) {
      any_order(blocks, *now, policy_.doubt(*jump));
      return Flow::leaves;
    }
    // Labels are looked for one by one.
    policy_.charge(static_cast<Int>(blocks.size()));
    if (*side >= jump->successors.size()) return Flow::leaves;
    const Successor& successor = jump->successors[*side];
    now = find_block(blocks, successor.label);
    if (now == nullptr) return Flow::leaves;
    Values arguments = values(successor.operands);
    policy_.enter(now->arguments, &arguments);
  }
}

/// Walks every block that can be reached from the jump at the end of `from`, in the order of being
/// found, with the values that all ways bring.
template <class Policy>
void Walker<Policy>::any_order(const std::vector<BasicBlock>& blocks, const BasicBlock& from,
                               Unknown doubt) {
  std::vector<const BasicBlock*> reached;
  std::vector<std::optional<Values>> arguments(blocks.size());
  const auto arguments_of = [&](const BasicBlock& block) -> std::optional<Values>& {
    return arguments[static_cast<std::size_t>(&block - blocks.data())];
  };
  bool changed = true;
  int round = 0;
  const auto follow = [&](const BasicBlock& block) {
    const Operation* jump = jump_of(block);
    if (jump == nullptr) return;
    for (const Successor& successor : jump->successors) {
      policy_.charge(static_cast<Int>(blocks.size()));
      const BasicBlock* target = find_block(blocks, successor.label);
      if (target == nullptr) continue;
      Values more = values(successor.operands);
      more.resize(target->arguments.size());
      auto& known = arguments_of(*target);
      if (!known) {
        known = std::move(more);
        reached.push_back(target);
        changed = true;
      } else if (Policy::joins) {
        changed |= merge(&*known, more, doubt, round);
      }
    }
  };
  const auto pass = [&] {
    for (std::size_t i = 0; i < reached.size() && !policy_.exhausted(); ++i) {
      policy_.enter(reached[i]->arguments, &*arguments_of(*reached[i]));
      basic_block(*reached[i]);
      follow(*reached[i]);
    }
  };
  follow(from);
  if (Policy::joins) {
    ++tentative_;
    for (; changed && !policy_.exhausted(); ++round) {
      changed = false;
      pass();
    }
    --tentative_;
  }
  if (Policy::decides) doubted(doubt, pass);
}

template <class Policy>
auto Walker<Policy>::basic_block(const BasicBlock& block) -> Flow {
  for (const Operation& operation : block.operations) {
    policy_.charge(1);
    switch (operation.op) {
      case Op::for_loop:
        for_loop(operation);
        break;
      case Op::while_loop:
        while_loop(operation);
        break;
      case Op::branch:
        branch(operation);
        break;
      case Op::yield:
      case Op::condition:
        yielded_ = values(operation.operands);
        return Flow::yields;
      case Op::leave:
        return Flow::leaves;
      case Op::jump:
      case Op::jump_if:
        return Flow::jumps;
      case Op::reduce:
      case Op::scan:
        // Their regions only combine two elements.
        policy_.compute(operation, surroundings());
        break;
      default:
        policy_.compute(operation, surroundings());
        if (operation.regions.empty()) break;
        // When other regions run, such as those of groups of warps, is not known.
        doubted(Unknown::operation, [&] {
          for (const auto& inner : operation.regions) region(inner);
        });
        break;
    }
    policy_.done(operation);
  }
  return Flow::leaves;
}

template <class Policy>
void Walker<Policy>::for_loop(const Operation& operation) {
  if (operation.regions.empty() || operation.regions[0].empty()) return;
  const std::vector<ValueNumber>& arguments = operation.regions[0].front().arguments;
  if (arguments.empty()) return;
  // The operands are the bounds, the step, and what the carried values begin with.
  constexpr std::size_t before_carried = 3;
  Values all = values(operation.operands, before_carried);
  all.insert(all.begin(), Value());  // the index
  const auto iterate = [&](Values* now) {
    policy_.charge(static_cast<Int>(now->size()));
    policy_.enter(arguments, now);
    Values next = yielded(operation.regions[0]);
    next.insert(next.begin(), now->front());
    next.resize(now->size());
    return next;
  };
  const auto count = policy_.trip_count(operation);
  ++loops_;
  if (!count) {
    const Unknown doubt = policy_.doubt(operation);
    const Value index = policy_.index(operation, std::nullopt);
    all.front() = index;
    settle(&all, doubt, iterate);
    all.front() = index;
    if (Policy::decides) doubted(doubt, [&] { iterate(&all); });
  }
  Int done = 0;
  for (; done < count.value_or(0) && !policy_.exhausted(); ++done) {
    all.front() = policy_.index(operation, done);
    all = iterate(&all);
  }
  --loops_;
  if (done < count.value_or(0)) return give_up(operation, done);
  set_results(operation, all, 1);
}

template <class Policy>
void Walker<Policy>::while_loop(const Operation& operation) {
  if (operation.regions.size() < 2 || operation.regions[0].empty() ||
      operation.regions[1].empty()) {
    return;
  }
  Values carried = values(operation.operands);
  /// What the first region yields: whether to go on, and the values that it passes to the second.
  Values asked;
  const auto ask = [&](Values* now) {
    policy_.charge(1 + static_cast<Int>(now->size()));
    policy_.enter(operation.regions[0].front().arguments, now);
    asked = yielded(operation.regions[0]);
  };
  const auto iterate = [&](std::size_t count) {
    Values passed(asked.begin() + (asked.empty() ? 0 : 1), asked.end());
    policy_.enter(operation.regions[1].front().arguments, &passed);
    Values next = yielded(operation.regions[1]);
    next.resize(count);
    return next;
  };
  ++loops_;
  std::optional<bool> goes_on = true;
  for (Int done = 0;; ++done) {
    if (policy_.exhausted()) {
      --loops_;
      return give_up(operation, done);
    }
    goes_on = std::nullopt;
    if (Policy::decides) {
      ask(&carried);
      goes_on = asked.empty() ? false : policy_.goes_on(asked.front(), done);
    }
    if (goes_on != true) break;
    carried = iterate(carried.size());
  }
  if (!goes_on) {
    const Unknown doubt = asked.empty() ? Unknown::operation : policy_.doubt(asked.front());
    settle(&carried, doubt, [&](Values* now) {
      ask(now);
      return iterate(now->size());
    });
    if (Policy::decides) {
      doubted(doubt, [&] {
        ask(&carried);
        iterate(carried.size());
      });
    }
  }
  --loops_;
  set_results(operation, asked, 1);
}

template <class Policy>
void Walker<Policy>::branch(const Operation& operation) {
  const auto walk_side = [&](std::size_t i) {
    return i < operation.regions.size() ? yielded(operation.regions[i]) : Values();
  };
  if (const auto side = policy_.side(operation)) {
    return set_results(operation, walk_side(*side));
  }
  const Unknown doubt = policy_.doubt(operation);
  Values first, second;
  doubted(doubt, [&] {
    first = walk_side(0);
    second = walk_side(1);
  });
  second.resize(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = policy_.join(first[i], second[i], doubt, 0);
  }
  set_results(operation, first);
}

}  // namespace layoutq
