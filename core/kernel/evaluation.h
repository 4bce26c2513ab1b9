#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "core/kernel/abstract_value.h"
#include "core/mlir/kernels.h"

namespace layoutq {

/// One program of a launch.
struct Launch {
  std::vector<Int> arguments;  ///< by the function's arguments; those of pointers are ignored
  std::array<Int, 3> program{};
  std::optional<std::array<Int, 3>> grid = std::nullopt;  ///< the number of programs
};

/// The bound on an evaluation's work: the number of elements looked at, plus twice those computed,
/// plus work_per_operation for each operation. It takes about half a second, and at most some 300
/// MB.
inline constexpr Int usual_work = Int{1} << 26;
inline constexpr Int work_per_operation = 16;

/// A loop that was left before its end, or a jump that was no longer followed.
struct Cut {
  const Operation* operation;
  Int iterations = 0;  ///< how many were made; 0 for a jump
};

/// Evaluates the integers and pointers of one program of a function.
///
/// Pointers are byte addresses. The pointers among the arguments are multiples of 256 and lie far
/// from each other. What is loaded is unknown, and so is what is computed from it. Where an unknown
/// value decides how often something happens, that is walked once, with what is known of the values
/// whatever the number of times.
class Evaluation {
 public:
  /// Called for each operation that moves data, when it happens. `doubt` says why it is not known
  /// whether, or how often, it happens; nullopt if that is known.
  using Happens = std::function<void(const Operation&, std::optional<Unknown> doubt)>;

  /// Keeps references to its arguments, which must outlive it. A program that takes more than
  /// `most_work` is cut, and what is left of it is not known.
  Evaluation(const Kernels& kernels, const Function& function, const Launch& launch,
             Int most_work = usual_work);

  /// Walks the function as the program runs.
  void run(const Happens& happens);
  /// Walks every operation whatever the program does, with an eighth of the work: a branch takes
  /// both sides; a loop makes one iteration, an scf.for that of number `iteration`, an scf.while
  /// the first.
  void visit(const Happens& happens, Int iteration);

  /// Adds work that was done elsewhere, in elements.
  void charge(Int elements) { charged_ += elements; }
  Int work() const { return 2 * elementwise_.work() + charged_ + steps_ * work_per_operation; }
  /// True if it was too much to start another iteration.
  bool exhausted() const { return work() > most_work_; }
  /// True if it was too much to compute anything more.
  bool spent() const { return work() > 2 * most_work_; }

  /// What is known of a value, while its operation or one of its users happens.
  const AbstractValue& operator[](ValueNumber value) const;
  /// The loops and jumps that were given up.
  const std::vector<Cut>& cuts() const { return cuts_; }
  /// True if a jump was given up, so that operations after it were not reached.
  bool left_early() const { return left_early_; }
  /// True if the program uses the number of programs, which is not given.
  bool misses_grid() const { return misses_grid_; }
  /// True if a sum or product of 32-bit integers wrapped around.
  bool wraps() const { return elementwise_.wraps(); }

 private:
  template <class Choices>
  class Policy;

  AbstractValue& at(ValueNumber value) { return values_[static_cast<std::size_t>(value)]; }
  const AbstractValue& operand(const Operation& operation, int i) const {
    return (*this)[operation.operand(i)];
  }
  Unknown doubt_of(const Operation& operation) const;
  AbstractValue computed(const Operation& operation);
  AbstractValue result(const Operation& operation);
  AbstractValue program_axis(const Operation& operation, const std::array<Int, 3>& numbers) const;
  void find_last_uses();

  const Kernels& kernels_;
  const Function& function_;
  const Launch& launch_;
  Int most_work_;
  std::vector<AbstractValue> values_;
  /// By operation: the values that no operation after it uses.
  std::vector<std::vector<ValueNumber>> last_uses_;
  Elementwise elementwise_;
  Int steps_ = 0;
  Int charged_ = 0;
  std::vector<Cut> cuts_;
  bool left_early_ = false;
  bool misses_grid_ = false;
};

}  // namespace layoutq
