#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/elements.h"

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
  visit,  ///< whatever the program does: loops make a few iterations, branches take both sides
};

/// A loop that was left before its end.
struct CutLoop {
  const Operation* loop;
  Int iterations = 0;  ///< that were made
};

/// Goes through one program of a function, and computes its integers and pointers.
///
/// Pointers are bytes from 0 on; those that are arguments point far from each other, at multiples
/// of 256. What is loaded is unknown, and so is what comes of it. Where that decides whether
/// something happens, it is gone through once, and told that it is not certain.
class Evaluation {
 public:
  /// Called for each operation when it happens; `certain` says whether it does.
  using Happens = std::function<void(const Operation&, bool certain)>;

  /// Refers to all of them.
  Evaluation(const Kernels& kernels, const Function& function, const Launch& launch);

  /// `iterations` that loops make on a visit.
  void go(Walk walk, const Happens& happens, int iterations = 1);

  /// The value's elements, while its operation or one of its users happens.
  const Elements& operator[](ValueNumber value) const;
  /// Loops that would take too long.
  const std::vector<CutLoop>& cut_loops() const { return cut_loops_; }
  /// Whether the grid was asked for, and not said.
  bool misses_grid() const { return misses_grid_; }

 private:
  /// What ends a block.
  enum class Flow { on, yields, leaves };

  Elements& at(ValueNumber value) { return values_[static_cast<std::size_t>(value)]; }
  Elements operand(const Operation& operation, int i) const;
  std::vector<Elements> operands(const Operation& operation, int from) const;
  void assign(const std::vector<ValueNumber>& to, const std::vector<Elements>& from);
  bool exhausted() const;

  Flow blocks(const std::vector<Block>& blocks);
  Flow block(const Block& block);
  void compute(const Operation& operation);
  Elements result(const Operation& operation);
  void for_loop(const Operation& operation);
  void while_loop(const Operation& operation);
  Flow branch(const Operation& operation);
  void forget_results(const Operation& operation, Unknown why);
  void find_last_uses();

  const Kernels& kernels_;
  const Function& function_;
  const Launch& launch_;
  Walk walk_ = Walk::run;
  int iterations_ = 1;
  const Happens* happens_ = nullptr;
  std::vector<Elements> values_;
  std::vector<Elements> yielded_;
  /// By operation: the values that nothing needs behind it.
  std::vector<std::vector<ValueNumber>> last_uses_;
  Elementwise elementwise_;
  Int steps_ = 0;
  int loops_ = 0;      ///< that are being gone through
  int uncertain_ = 0;  ///< how many of the things around may not happen
  std::vector<CutLoop> cut_loops_;
  bool misses_grid_ = false;
};

}  // namespace layoutq
