#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/kernel/arithmetic.h"
#include "core/layout/dims.h"
#include "core/mlir/kernels.h"

namespace layoutq {

/// The different numbers of a tensor's elements. A dimension along which nothing changes has extent
/// 1 here, so that each number is stored once, however often the tensor repeats it.
struct Pattern {
  Shape extents;                   ///< the tensor's extents, or 1 along dimensions without change
  std::vector<Int> elements = {};  ///< in row-major order
  Int least = 0;                   ///< the smallest element
  Int greatest = 0;                ///< the largest element
};

/// Why a number is not known.
enum class Unknown {
  loaded,     ///< it comes from memory
  grid,       ///< it depends on the number of programs, which is not given
  operation,  ///< it comes from an operation that is not followed
  limit,      ///< it would take too long, or too much memory
};

/// What is known of an integer or a pointer, scalar or tensor, at one point of the run. It is one
/// of
///
///     exact                     element i is offset + pattern[i]
///     known up to a multiple    element i is offset + pattern[i] + n * step(), with one unknown
///                               number n for all elements
///     unknown                   nothing is known but why
///
/// For example, the pointers p + 4 * (128 * k + [0, 1, 2, 3]) with a loaded k have the offset p,
/// the pattern [0, 4, 8, 12] and the step 512: which of them share a sector of 32 bytes is known.
/// Values that move as a whole, as pointers do from one iteration of a loop to the next, share a
/// pattern.
class AbstractValue {
 public:
  /// A value of which nothing is known.
  explicit AbstractValue(Unknown why) : why_(why) {}
  AbstractValue() : AbstractValue(Unknown::operation) {}
  /// The same number for all elements.
  explicit AbstractValue(Int number) : known_(true), offset_(number) {}
  /// Exact elements. A pattern whose elements are all the same becomes a part of the offset.
  AbstractValue(Int offset, std::shared_ptr<const Pattern> pattern);
  /// The same unknown multiple of `step`, a power of two, for all elements.
  static AbstractValue unknown_multiple(Int step, Unknown why);
  /// What is known of a value that is `a` or `b`; `why` says why it is not known which.
  static AbstractValue either(const AbstractValue& a, const AbstractValue& b, Unknown why);

  /// True if it is exact, or known up to a multiple of step().
  bool known() const { return known_; }
  /// 0 if the value is exact, else a power of two.
  Int step() const { return step_; }
  bool exact() const { return known_ && step_ == 0; }
  /// Why it is not exact. Has no meaning for an exact value.
  Unknown why() const { return why_; }
  /// True if all elements are known to be the same.
  bool uniform() const { return known_ && pattern_ == nullptr; }
  /// The number that all elements are; nullopt if they differ or are not exact.
  std::optional<Int> number() const {
    return exact() && uniform() ? std::optional(offset_) : std::nullopt;
  }

  Int offset() const { return offset_; }
  /// Null if all elements are the offset.
  const std::shared_ptr<const Pattern>& pattern() const { return pattern_; }
  /// The smallest and the largest element of an exact value.
  Int least() const { return offset_ + (pattern_ ? pattern_->least : 0); }
  Int greatest() const { return offset_ + (pattern_ ? pattern_->greatest : 0); }

  /// True if the same is known of both. Patterns are compared by address.
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

/// Computes operations on abstract values, for all elements at once.
class Elementwise {
 public:
  /// A pattern that would have more than `most_elements` elements becomes Unknown::limit.
  explicit Elementwise(std::size_t most_elements) : most_elements_(most_elements) {}

  /// The number of elements that were computed so far.
  Int work() const { return work_; }
  /// True if a sum or product of 32-bit integers wrapped around.
  bool wraps() const { return wraps_; }

  /// Memoizes what is computed until the next call, as part of `operation`; null stops that. Each
  /// step of an operation keeps its last answer only: in the next iteration of a loop it is mostly
  /// asked for again.
  void memoize_for(const Operation* operation) { operation_ = operation; }

  /// low, low + 1, …, low + count − 1 along one dimension.
  AbstractValue range(Int low, Int count);
  /// An operation of two integers of `bits` bits; `predicate` is that of Op::compare.
  AbstractValue binary(Op op, std::optional<Predicate> predicate, int bits, const AbstractValue& a,
                       const AbstractValue& b);
  /// `a` where the condition holds, else `b`.
  AbstractValue select(const AbstractValue& condition, const AbstractValue& a,
                       const AbstractValue& b);
  /// An integer of another width, by truncate, extend_signed or extend_unsigned.
  AbstractValue resized(Op op, int from_bits, int to_bits, const AbstractValue& a);

  // Changes of shape, which keep the elements.

  /// With a new dimension of extent 1 at position `axis`.
  AbstractValue expanded(const AbstractValue& a, int axis);
  /// Dimension i of the result is dimension order[i] of `a`.
  AbstractValue transposed(const AbstractValue& a, const Dims& order);
  /// The same elements in row-major order.
  AbstractValue reshaped(const AbstractValue& a, const Shape& from, const Shape& to);

 private:
  using Shared = std::shared_ptr<const Pattern>;
  /// The steps that take long enough to be worth memory. An operation takes each at most once with
  /// the same Op.
  enum class Step { range, fit, sum, scale, map, select, zero_extend, expand, transpose, reshape };
  struct Key {
    const Operation* operation;
    Step step;
    Op op;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      constexpr std::size_t factor = 1021;
      return (std::hash<const void*>()(key.operation) * factor +
              static_cast<std::size_t>(key.step)) *
                 factor +
             static_cast<std::size_t>(key.op);
    }
  };
  /// What a step's answer depends on, besides the operation's own attributes.
  struct Question {
    Step step;
    Op op = Op::other;
    int bits = 0;
    Shared a = nullptr;
    Shared b = nullptr;
    Shared condition = nullptr;
    Int number = 0;
    Int other = 0;
    friend bool operator==(const Question&, const Question&) = default;
  };
  struct Answer {
    Question question;
    Shared pattern;
  };

  /// The memoized answer if the question is the one that was asked last, else what `work` returns.
  template <class Work>
  Shared memoized(Question question, Work work);
  /// function(x, y) for the elements of both patterns; null stands for zeros. Returns null if there
  /// would be too many elements, or if the shapes do not fit each other.
  template <class Function>
  Shared mapped(const Shared& a, const Shared& b, Function function);
  /// offset + pattern as integers of `bits` bits: the result of `op`.
  AbstractValue fitted(Op op, Int offset, const Shared& pattern, int bits);
  std::optional<AbstractValue> scaled(const AbstractValue& a, Int factor, int bits);
  AbstractValue inexact(Op op, int bits, const AbstractValue& a, const AbstractValue& b);

  std::size_t most_elements_;
  Int work_ = 0;
  bool wraps_ = false;
  const Operation* operation_ = nullptr;  ///< what is memoized belongs to it; null: nothing is
  std::unordered_map<Key, Answer, Hash> memo_;
};

}  // namespace layoutq
