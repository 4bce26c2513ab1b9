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
  /// Called for each operation when it happens. `doubt` is why it may not, or not just once:
  /// Unknown::nothing where there is no doubt.
  using Happens = std::function<void(const Operation&, Unknown doubt)>;

  /// Refers to all of them.
  Evaluation(const Kernels& kernels, const Function& function, const Launch& launch);

  /// `iterations` that loops make on a visit.
  void go(Walk walk, const Happens& happens, int iterations = 1);
  /// Adds to the work, after which loops are left: elements that are looked at elsewhere.
  void charge(Int elements) { charged_ += elements; }

  /// The value's elements, while its operation or one of its users happens.
  const Elements& operator[](ValueNumber value) const;
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
  using Values = std::vector<Elements>;

  Elements& at(ValueNumber value) { return values_[static_cast<std::size_t>(value)]; }
  Elements operand(const Operation& operation, int i) const;
  Values operands(const Operation& operation, int from) const;
  void assign(const std::vector<ValueNumber>& to, const Values& from);
  bool exhausted() const;
  void tell(const Operation& operation);

  Flow blocks(const std::vector<Block>& blocks);
  void all_blocks(const std::vector<Block>& blocks, const Block& from, Unknown doubt);
  Flow block(const Block& block);
  void compute(const Operation& operation);
  Elements result(const Operation& operation);
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
  Walk walk_ = Walk::run;
  int iterations_ = 1;
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
