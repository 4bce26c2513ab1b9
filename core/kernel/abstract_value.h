#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/kernel/arithmetic.h"
#include "core/layout/dims.h"

namespace layoutq {

/// Elements that lie over a tensor, each once however often they repeat along a dimension.
struct Pattern {
  Shape extents;  ///< those of the tensor, or 1 along dimensions that change nothing
  std::vector<Int> elements = {};  ///< row-major
  Int least = 0;
  Int greatest = 0;
};

/// Why a number is not known.
enum class Unknown {
  loaded,     ///< it comes from memory
  grid,       ///< how many programs there are was not said
  operation,  ///< an operation makes it that is not followed
  limit,      ///< it would take too long, or too much memory
};

/// The elements of one integer or pointer, scalar or tensor, as far as they are known.
///
/// Element i is offset + pattern[i], so that what moves as a whole, as pointers do from one
/// iteration of a loop to the next, shares its pattern. It may lack one number that is unknown, a
/// multiple of `step`, the same for all elements: a pointer at 128 · (a number that is loaded)
/// still tells which of its elements share a sector.
class AbstractValue {
 public:
  /// Nothing is known.
  explicit AbstractValue(Unknown why) : why_(why) {}
  AbstractValue() : AbstractValue(Unknown::operation) {}
  /// One number, everywhere.
  explicit AbstractValue(Int number) : known_(true), offset_(number) {}
  /// Patterns of one element and of equal ones are only a number.
  AbstractValue(Int offset, std::shared_ptr<const Pattern> pattern);
  /// A number that is not known, the same everywhere, a multiple of a power of two.
  static AbstractValue unknown_multiple(Int step, Unknown why);
  /// What is known of a value that is one or the other; `why` it is not known which.
  static AbstractValue either(const AbstractValue& a, const AbstractValue& b, Unknown why);
  /// But for a multiple of step().
  bool known() const { return known_; }
  /// 0 where nothing is missing, else a power of two.
  Int step() const { return step_; }
  bool exact() const { return known_ && step_ == 0; }
  /// Why it is not exact; it means nothing of a value that is.
  Unknown why() const { return why_; }
  bool uniform() const { return known_ && pattern_ == nullptr; }
  /// The one number that all elements are; nothing where they differ, or where it is not known.
  std::optional<Int> number() const {
    return exact() && uniform() ? std::optional(offset_) : std::nullopt;
  }

  Int offset() const { return offset_; }
  /// Null where all elements are the offset.
  const std::shared_ptr<const Pattern>& pattern() const { return pattern_; }
  /// Bounds of the elements, where these are exact.
  Int least() const { return offset_ + (pattern_ ? pattern_->least : 0); }
  Int greatest() const { return offset_ + (pattern_ ? pattern_->greatest : 0); }

  /// Whether both are the same without a doubt.
  friend bool operator==(const AbstractValue& a, const AbstractValue& b) {
    return a.known_ == b.known_ && a.step_ == b.step_ && a.offset_ == b.offset_ &&
           a.pattern_ == b.pattern_;
  }

 private:
  friend class Elementwise;

  bool known_ = false;
  Unknown why_ = Unknown::operation;
  Int step_ = 0;
  Int offset_ = 0;
  std::shared_ptr<const Pattern> pattern_;
};

/// Operations on all elements at once. Within loops an answer is remembered with its question:
/// asked again with the same patterns, as in the next iteration, it is the same pattern.
class Elementwise {
 public:
  /// `most_elements` that a pattern may have; past it nothing is known.
  explicit Elementwise(std::size_t most_elements) : most_elements_(most_elements) {}

  /// Elements that were worked out so far: what all this costs.
  Int work() const { return work_; }
  /// Whether a sum or product of numbers of 32 bits wrapped around.
  bool wraps() const { return wraps_; }

  /// Whether answers are worth their memory.
  void remember(bool remembers) { remembers_ = remembers; }

  /// low, low + 1, … along a single dimension; nothing is known of more than the most.
  AbstractValue range(int site, Int low, Int count);
  /// An operation of `site`, which is what remembers, on two integers of that width.
  AbstractValue binary(int site, Op op, std::string_view predicate, int bits,
                       const AbstractValue& a, const AbstractValue& b);
  /// The first where the condition holds, else the second.
  AbstractValue select(int site, const AbstractValue& condition, const AbstractValue& a,
                       const AbstractValue& b);
  /// One width to another.
  AbstractValue resized(int site, Op op, int from_bits, int to_bits, const AbstractValue& a);

  // Shapes: the elements stay.

  AbstractValue expanded(int site, const AbstractValue& a, int axis);
  AbstractValue transposed(int site, const AbstractValue& a, const Dims& order);
  /// The same elements in row-major order.
  AbstractValue reshaped(int site, const AbstractValue& a, const Shape& from, const Shape& to);

 private:
  using Shared = std::shared_ptr<const Pattern>;
  /// What a site answered last, and to what.
  struct Memory {
    Shared a = {};
    Shared b = {};
    Shared condition = {};
    Int number = 0;
    Int other = 0;
    Shared answer = {};
  };

  /// The slot's last answer if the question is the same, else what `work` makes. A site has two.
  template <class Work>
  Shared remembered(int slot, Memory question, Work work);
  /// The function of the elements of both patterns, a number each where there is none. Null where
  /// there are too many.
  template <class Function>
  Shared mapped(const Shared& a, const Shared& b, Function function);
  /// Offset and pattern as numbers of that width.
  AbstractValue fitted(int site, Int offset, const Shared& pattern, int bits);
  AbstractValue inexact(Op op, int bits, const AbstractValue& a, const AbstractValue& b, int site);

  std::size_t most_elements_;
  Int work_ = 0;
  bool remembers_ = false;
  bool wraps_ = false;
  std::vector<Memory> memories_;
};

}  // namespace layoutq
