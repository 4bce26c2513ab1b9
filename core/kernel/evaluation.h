#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/abstract_value.h"

namespace layoutq {

/// One program of a launch.
struct Launch {
  std::vector<Int> arguments;  ///< by the function's arguments; of pointers meaningless
  std::array<Int, 3> program{};
  std::optional<std::array<Int, 3>> grid = std::nullopt;  ///< how many programs there are
};

/// How a function is gone through.
enum class Walk {
  run,    ///< as the program runs
  visit,  ///< whatever the program does: loops make one iteration, branches take both sides
};

/// What an evaluation may cost: elements looked at, twice those worked out, and operations, these
/// counting more. It takes half a second or so, and at most some 300 MB.
inline constexpr Int usual_work = Int{1} << 26;
inline constexpr Int work_per_operation = 16;

/// A loop that was left before its end, or a jump that was not followed any more.
struct Cut {
  const Operation* operation;
  Int iterations = 0;  ///< that were made; of a jump 0
};

/// Goes through one program of a function, and computes its integers and pointers.
///
/// Pointers are bytes from 0 on; those that are arguments point far from each other, at multiples
/// of 256. What is loaded is unknown, and so is what comes of it. Where that decides how often
/// something happens, it is gone through once, for all times that it may: values are then known as
/// far as they are the same every time.
class Evaluation {
 public:
  /// Called for each operation that moves data, when it happens. `doubt` says why it is not known
  /// whether, or how often, it happens; nullopt if that is known.
  using Happens = std::function<void(const Operation&, std::optional<Unknown> doubt)>;

  /// Refers to all of them. After so much work what is left is not known.
  Evaluation(const Kernels& kernels, const Function& function, const Launch& launch,
             Int most_work = usual_work);

  /// On a visit, loops with an index make the iteration of that number; others' carried values are
  /// what they begin with.
  void go(Walk walk, const Happens& happens, Int iteration = 0);
  /// Adds elements that are looked at elsewhere to the work.
  void charge(Int elements) { charged_ += elements; }
  Int work() const { return 2 * elementwise_.work() + charged_ + steps_ * work_per_operation; }
  /// Whether it was too much to go on with loops; with twice that, nothing goes on.
  bool exhausted() const { return work() > most(); }
  bool spent() const { return work() > 2 * most(); }

  /// The value's elements, while its operation or one of its users happens.
  const AbstractValue& operator[](ValueNumber value) const;
  /// What would take too long, and was left.
  const std::vector<Cut>& cuts() const { return cuts_; }
  /// Whether some operations were not come to, since a jump before was not followed.
  bool left_early() const { return left_early_; }
  /// Whether the grid was asked for, and not said.
  bool misses_grid() const { return misses_grid_; }
  /// Whether a sum or product of numbers of 32 bits wrapped around.
  bool wraps() const { return elementwise_.wraps(); }

 private:
  /// What ends a block.
  enum class Flow { on, yields, leaves };
  using Values = std::vector<AbstractValue>;

  /// What is only visited is tried several times.
  Int most() const { return walk_ == Walk::run ? most_work_ : most_work_ / 8; }
  AbstractValue& at(ValueNumber value) { return values_[static_cast<std::size_t>(value)]; }
  AbstractValue operand(const Operation& operation, int i) const;
  Values operands(const Operation& operation, int from) const;
  void assign(const std::vector<ValueNumber>& to, const Values& from);
  void tell(const Operation& operation);

  Flow blocks(const std::vector<BasicBlock>& blocks);
  void all_blocks(const std::vector<BasicBlock>& blocks, const BasicBlock& from, Unknown doubt);
  Flow block(const BasicBlock& block);
  void compute(const Operation& operation);
  AbstractValue result(const Operation& operation);
  void for_loop(const Operation& operation);
  void while_loop(const Operation& operation);
  void branch(const Operation& operation);
  template <class Body>
  Values every_time(Values carried, Unknown doubt, Body body);
  void set_results(const Operation& operation, const Values& values);
  void forget_results(const Operation& operation, Unknown why);
  void find_last_uses();

  const Kernels& kernels_;
  const Function& function_;
  const Launch& launch_;
  Int most_work_;
  Walk walk_ = Walk::run;
  Int iteration_ = 0;
  const Happens* happens_ = nullptr;
  Values values_;
  Values yielded_;
  /// By operation: the values that nothing needs behind it.
  std::vector<std::vector<ValueNumber>> last_uses_;
  Elementwise elementwise_;
  Int steps_ = 0;
  Int charged_ = 0;
  int loops_ = 0;                ///< that are being gone through
  int silent_ = 0;               ///< things around that are only tried
  std::vector<Unknown> doubts_;  ///< of the things around
  std::vector<Cut> cuts_;
  bool left_early_ = false;
  bool misses_grid_ = false;
};

}  // namespace layoutq
