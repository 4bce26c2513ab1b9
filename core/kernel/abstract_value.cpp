#include "core/kernel/abstract_value.h"

#include <numeric>

namespace layoutq {

namespace {

using Shared = std::shared_ptr<const Pattern>;

/// Row-major strides of a pattern's elements over a tensor; 0 along dimensions of extent 1.
Dims strides_of(const Shape& extents) {
  Dims strides(extents.rank(), 0);
  Int stride = 1;
  for (int d = extents.rank() - 1; d >= 0; --d) {
    if (extents[d] > 1) strides[d] = stride;
    stride *= extents[d];
  }
  return strides;
}

/// The greatest step that both steps are multiples of. Each is 0, if the value is exact, or a power
/// of two.
Int common_step(Int a, Int b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

/// Sums and differences that wrap around at 64 bits.
constexpr Int plus(Int a, Int b) {
  return static_cast<Int>(static_cast<Bits>(a) + static_cast<Bits>(b));
}
constexpr Int minus(Int a, Int b) {
  return static_cast<Int>(static_cast<Bits>(a) - static_cast<Bits>(b));
}

/// A pattern with its bounds.
Shared finished(Pattern pattern) {
  const auto [least, greatest] =
      std::minmax_element(pattern.elements.begin(), pattern.elements.end());
  pattern.least = *least;
  pattern.greatest = *greatest;
  return std::make_shared<const Pattern>(std::move(pattern));
}

}  // namespace

AbstractValue::AbstractValue(Int offset, std::shared_ptr<const Pattern> pattern)
    : known_(true), offset_(offset), pattern_(std::move(pattern)) {
  if (pattern_ && pattern_->least == pattern_->greatest) {
    offset_ = plus(offset_, pattern_->least);
    pattern_ = nullptr;
  }
}

AbstractValue AbstractValue::unknown_multiple(Int step, Unknown why) {
  AbstractValue numbers(Int{0});
  numbers.step_ = step;
  numbers.why_ = why;
  return numbers;
}

AbstractValue AbstractValue::either(const AbstractValue& a, const AbstractValue& b, Unknown why) {
  if (a == b) return a;
  if (!a.known() || !b.known() || a.pattern_ != b.pattern_) return AbstractValue(why);
  const Int apart = minus(a.offset_, b.offset_);
  AbstractValue either = a;
  either.step_ =
      common_step(common_step(a.step_, b.step_), apart == 0 ? 0 : power_of_two_in(apart));
  either.why_ = why;
  // Offsets that differ by a multiple of the step mean the same: the smallest one stands for all.
  either.offset_ &= either.step_ - 1;
  return either;
}

template <class Work>
Elementwise::Shared Elementwise::memoized(Question question, Work work) {
  if (operation_ == nullptr) return work();
  Answer& answer = memo_[{operation_, question.step, question.op}];
  if (answer.pattern && answer.question == question) return answer.pattern;
  // The last answer may hold memory that this one needs.
  answer.pattern = nullptr;
  answer.question = {.step = question.step};
  Shared pattern = work();
  answer = {std::move(question), pattern};
  return pattern;
}

template <class Function>
Elementwise::Shared Elementwise::mapped(const Shared& a, const Shared& b, Function function) {
  const Shared& one = a ? a : b;
  const int rank = one->extents.rank();
  if (a && b && b->extents.rank() != rank) return nullptr;
  Pattern pattern{.extents = one->extents};
  Int count = 1;
  for (int d = 0; d < rank; ++d) {
    if (a && b) {
      const Int x = a->extents[d];
      const Int y = b->extents[d];
      if (x != y && x != 1 && y != 1) return nullptr;
      pattern.extents[d] = std::max(x, y);
    }
    count *= pattern.extents[d];
    if (count > static_cast<Int>(most_elements_)) return nullptr;
  }
  work_ += count;
  pattern.elements.resize(static_cast<std::size_t>(count));
  const Dims steps_a = a ? strides_of(a->extents) : Dims(rank, 0);
  const Dims steps_b = b ? strides_of(b->extents) : Dims(rank, 0);
  const Int none = 0;
  const Int* const from_a = a ? a->elements.data() : &none;
  const Int* const from_b = b ? b->elements.data() : &none;
  const Int row = rank == 0 ? 1 : pattern.extents[rank - 1];
  const Int along_a = rank == 0 ? 0 : steps_a[rank - 1];
  const Int along_b = rank == 0 ? 0 : steps_b[rank - 1];
  Dims at(rank, 0);
  Int start_a = 0;
  Int start_b = 0;
  for (Int *out = pattern.elements.data(), *end = out + count; out != end;) {
    for (Int i = 0; i < row; ++i) {
      *out++ = function(from_a[start_a + i * along_a], from_b[start_b + i * along_b]);
    }
    for (int d = rank - 2; d >= 0; --d) {
      start_a += steps_a[d];
      start_b += steps_b[d];
      if (++at[d] < pattern.extents[d]) break;
      start_a -= at[d] * steps_a[d];
      start_b -= at[d] * steps_b[d];
      at[d] = 0;
    }
  }
  return finished(std::move(pattern));
}

AbstractValue Elementwise::fitted(Op op, Int offset, const Shared& pattern, int bits) {
  if (!pattern) return AbstractValue(wrapped(offset, bits));
  Int least = 0;
  Int greatest = 0;
  const bool bounded = !__builtin_add_overflow(offset, pattern->least, &least) &&
                       !__builtin_add_overflow(offset, pattern->greatest, &greatest);
  const Int turned = minus(wrapped(least, bits), least);
  wraps_ = wraps_ || (bits == 32 && (turned != 0 || wrapped(greatest, bits) != greatest));
  // If all elements wrap around equally often, they still move as a whole. Conditions, of one bit,
  // are fitted element by element.
  const bool whole = bounded && minus(wrapped(greatest, bits), greatest) == turned;
  if (whole && (bits > 1 || offset == 0)) return {plus(offset, turned), pattern};
  Shared answer =
      memoized({.step = Step::fit, .op = op, .bits = bits, .a = pattern, .number = offset}, [&] {
        return mapped(pattern, nullptr, [&](Int x, Int) { return wrapped(plus(x, offset), bits); });
      });
  return answer ? AbstractValue(0, std::move(answer)) : AbstractValue(Unknown::limit);
}

/// What is known of an operation's result if an operand is not exact.
AbstractValue Elementwise::inexact(Op op, int bits, const AbstractValue& a,
                                   const AbstractValue& b) {
  const Unknown why = a.exact() ? b.why() : a.why();
  const bool annihilates = op == Op::multiply || op == Op::bit_and;
  if (annihilates && (a.number() == 0 || b.number() == 0)) return AbstractValue(Int{0});
  const Int all_ones = wrapped(-1, bits);
  if (op == Op::bit_or && (a.number() == all_ones || b.number() == all_ones)) {
    return AbstractValue(all_ones);
  }
  if (!a.known() || !b.known()) return AbstractValue(why);
  // The result without the unknown multiples, and with an unknown multiple of `step`.
  const auto with_step = [&](Int step) {
    AbstractValue x = a;
    AbstractValue y = b;
    x.step_ = y.step_ = 0;
    AbstractValue result = binary(op, {}, bits, x, y);
    if (!result.known()) return result;
    // A multiple of 2^bits wraps around to nothing.
    result.step_ = bits < 62 && step >= Int{1} << bits ? 0 : step;
    result.why_ = why;
    return result;
  };
  if (op == Op::add || op == Op::add_pointer || op == Op::subtract) {
    return with_step(common_step(a.step(), b.step()));
  }
  if (op == Op::shift_left) {
    const auto shift = b.number();
    if (shift && 0 <= *shift && *shift < bits) {
      return with_step(bounded_product(a.step(), Int{1} << std::min<Int>(*shift, 62)));
    }
  }
  if (op == Op::multiply) {
    if (const auto factor = b.number()) {
      return with_step(bounded_product(a.step(), power_of_two_in(*factor)));
    }
    if (const auto factor = a.number()) {
      return with_step(bounded_product(b.step(), power_of_two_in(*factor)));
    }
  }
  return a.uniform() && b.uniform() ? AbstractValue::unknown_multiple(1, why) : AbstractValue(why);
}

AbstractValue Elementwise::binary(Op op, std::optional<Predicate> predicate, int bits,
                                  const AbstractValue& a, const AbstractValue& b) {
  // What is undefined is not known.
  const bool divides = op == Op::divide_signed || op == Op::divide_unsigned ||
                       op == Op::remainder_signed || op == Op::remainder_unsigned;
  const bool shifts =
      op == Op::shift_left || op == Op::shift_right_signed || op == Op::shift_right_unsigned;
  const auto by = b.number();
  if ((divides && by == 0) || (shifts && by && (*by < 0 || *by >= bits))) {
    return AbstractValue(Unknown::operation);
  }
  if (!a.exact() || !b.exact()) return inexact(op, bits, a, b);
  if (a.uniform() && b.uniform()) {
    const auto answer = combined(op, predicate, a.offset(), b.offset(), bits);
    if (op == Op::add || op == Op::multiply) {
      wraps_ =
          wraps_ || (bits == 32 && answer != combined(op, predicate, a.offset(), b.offset(), 64));
    }
    return answer ? AbstractValue(*answer) : AbstractValue(Unknown::operation);
  }
  // Adding a number moves a pattern as a whole.
  if (op == Op::add || op == Op::add_pointer) {
    const Int offset = plus(a.offset(), b.offset());
    if (!a.pattern()) return fitted(op, offset, b.pattern(), bits);
    if (!b.pattern()) return fitted(op, offset, a.pattern(), bits);
    const Shared sum = memoized({.step = Step::sum, .op = op, .a = a.pattern(), .b = b.pattern()},
                                [&] { return mapped(a.pattern(), b.pattern(), plus); });
    return sum ? fitted(op, offset, sum, bits) : AbstractValue(Unknown::limit);
  }
  if (op == Op::subtract && !b.pattern()) {
    return fitted(op, minus(a.offset(), b.offset()), a.pattern(), bits);
  }
  if (op == Op::multiply && (a.uniform() || b.uniform())) {
    if (auto product = a.uniform() ? scaled(b, a.offset(), bits) : scaled(a, b.offset(), bits)) {
      return *std::move(product);
    }
  }
  if (op == Op::compare && is_signed(predicate) && bits > 1 && (a.uniform() || b.uniform())) {
    // The bounds may decide for all elements.
    const auto low = combined(op, predicate, a.least(), b.greatest(), bits);
    const auto high = combined(op, predicate, a.greatest(), b.least(), bits);
    if (low && low == high) return AbstractValue(*low);
  }
  const Shared answer = memoized({.step = Step::map,
                                  .op = op,
                                  .bits = bits,
                                  .a = a.pattern(),
                                  .b = b.pattern(),
                                  .number = a.offset(),
                                  .other = b.offset()},
                                 [&] {
                                   Shared made;
                                   with_arithmetic(op, predicate, bits, [&](auto function) {
                                     made = mapped(a.pattern(), b.pattern(), [&](Int x, Int y) {
                                       return function(plus(a.offset(), x), plus(b.offset(), y));
                                     });
                                   });
                                   return made;
                                 });
  return answer ? fitted(op, 0, answer, op == Op::compare ? 1 : bits)
                : AbstractValue(Unknown::limit);
}

/// The product of a pattern and a number; nullopt if it may not fit into 64 bits.
std::optional<AbstractValue> Elementwise::scaled(const AbstractValue& a, Int factor, int bits) {
  if (factor == 1) return a;
  Int offset = 0;
  Int least = 0;
  Int greatest = 0;
  if (__builtin_mul_overflow(a.offset(), factor, &offset) ||
      __builtin_mul_overflow(a.pattern()->least, factor, &least) ||
      __builtin_mul_overflow(a.pattern()->greatest, factor, &greatest)) {
    return std::nullopt;
  }
  const Shared product = memoized(
      {.step = Step::scale, .op = Op::multiply, .a = a.pattern(), .number = factor},
      [&] { return mapped(a.pattern(), nullptr, [&](Int x, Int) { return x * factor; }); });
  return product ? fitted(Op::multiply, offset, product, bits) : AbstractValue(Unknown::limit);
}

AbstractValue Elementwise::select(const AbstractValue& condition, const AbstractValue& a,
                                  const AbstractValue& b) {
  if (const auto holds = condition.number()) return *holds != 0 ? a : b;
  if (a == b) return a;
  const auto why = [&] {
    return !condition.exact() ? condition.why() : a.exact() ? b.why() : a.why();
  };
  if (!condition.exact() || !a.exact() || !b.exact()) {
    return condition.uniform() && a.uniform() && b.uniform()
               ? AbstractValue::unknown_multiple(1, why())
               : AbstractValue(why());
  }
  // The sum of one side where the condition holds and the other where it does not.
  const Shared answer = memoized(
      {.step = Step::select,
       .a = a.pattern(),
       .b = b.pattern(),
       .condition = condition.pattern(),
       .number = a.offset(),
       .other = b.offset()},
      [&]() -> Shared {
        const Shared& holds = condition.pattern();
        const Shared first =
            mapped(holds, a.pattern(), [&](Int is, Int x) { return is != 0 ? a.offset() + x : 0; });
        if (!first) return nullptr;
        const Shared second =
            mapped(holds, b.pattern(), [&](Int is, Int y) { return is != 0 ? 0 : b.offset() + y; });
        if (!second) return nullptr;
        return mapped(first, second, [](Int x, Int y) { return x + y; });
      });
  return answer ? AbstractValue(0, answer) : AbstractValue(Unknown::limit);
}

AbstractValue Elementwise::resized(Op op, int from_bits, int to_bits, const AbstractValue& a) {
  if (!a.known()) return a;
  if (op == Op::truncate) {
    return binary(Op::add, {}, to_bits, a, AbstractValue(Int{0}));
  }
  if (a.exact() && from_bits == 1 && op == Op::extend_signed) {
    return binary(Op::multiply, {}, to_bits, a, AbstractValue(Int{-1}));
  }
  if (!a.exact() || op != Op::extend_unsigned || a.least() >= 0) return a;
  if (a.uniform()) return AbstractValue(static_cast<Int>(unsigned_of(a.offset(), from_bits)));
  const Shared answer = memoized(
      {.step = Step::zero_extend, .bits = from_bits, .a = a.pattern(), .number = a.offset()}, [&] {
        return mapped(a.pattern(), nullptr, [&](Int x, Int) {
          return static_cast<Int>(unsigned_of(a.offset() + x, from_bits));
        });
      });
  return answer ? AbstractValue(0, answer) : AbstractValue(Unknown::limit);
}

AbstractValue Elementwise::range(Int low, Int count) {
  if (count > static_cast<Int>(most_elements_)) return AbstractValue(Unknown::limit);
  return {low, memoized({.step = Step::range, .number = count}, [&] {
            Pattern pattern{.extents = {count},
                            .elements = std::vector<Int>(static_cast<std::size_t>(count))};
            std::iota(pattern.elements.begin(), pattern.elements.end(), Int{0});
            work_ += count;
            return finished(std::move(pattern));
          })};
}

AbstractValue Elementwise::expanded(const AbstractValue& a, int axis) {
  if (!a.pattern() || axis < 0 || axis > a.pattern()->extents.rank() ||
      a.pattern()->extents.rank() == max_rank) {
    return a;
  }
  AbstractValue answer = a;
  answer.pattern_ = memoized({.step = Step::expand, .a = a.pattern()}, [&] {
    Pattern pattern = *a.pattern();
    work_ += static_cast<Int>(pattern.elements.size());
    pattern.extents.insert(axis, 1);
    return std::make_shared<const Pattern>(std::move(pattern));
  });
  return answer;
}

AbstractValue Elementwise::transposed(const AbstractValue& a, const Dims& order) {
  if (!a.pattern()) return a;
  const int rank = a.pattern()->extents.rank();
  Dims seen(rank, 0);
  for (Int d : order) {
    if (d < 0 || d >= rank || ++seen[static_cast<int>(d)] > 1)
      return AbstractValue(Unknown::operation);
  }
  if (order.rank() != rank) return AbstractValue(Unknown::operation);
  AbstractValue answer = a;
  answer.pattern_ = memoized({.step = Step::transpose, .a = a.pattern()}, [&]() -> Shared {
    const Pattern& from = *a.pattern();
    const Dims steps = strides_of(from.extents);
    Pattern to;
    Dims moved;
    for (Int d : order) {
      to.extents.push_back(from.extents[static_cast<int>(d)]);
      moved.push_back(steps[static_cast<int>(d)]);
    }
    work_ += static_cast<Int>(from.elements.size());
    to.elements.reserve(from.elements.size());
    Dims at(rank, 0);
    for (std::size_t i = 0; i < from.elements.size(); ++i) {
      Int source = 0;
      for (int d = 0; d < rank; ++d) source += at[d] * moved[d];
      to.elements.push_back(from.elements[static_cast<std::size_t>(source)]);
      for (int d = rank - 1; d >= 0 && ++at[d] == to.extents[d]; --d) at[d] = 0;
    }
    return finished(std::move(to));
  });
  return answer;
}

AbstractValue Elementwise::reshaped(const AbstractValue& a, const Shape& from, const Shape& to) {
  if (!a.pattern()) return a;
  Int count = 1;
  Int others = 1;
  for (Int extent : from) count = bounded_product(count, extent);
  for (Int extent : to) others = bounded_product(others, extent);
  if (count != others || count < 1 || count > static_cast<Int>(most_elements_))
    return AbstractValue(Unknown::limit);
  AbstractValue answer = a;
  answer.pattern_ = memoized({.step = Step::reshape, .a = a.pattern()}, [&]() -> Shared {
    // Dimensions of extent 1 may be merged with others: repeat their elements first.
    auto all = std::make_shared<Pattern>();
    all->extents = from;
    all->elements.assign(static_cast<std::size_t>(count), 0);
    Shared full = mapped(a.pattern(), all, [](Int x, Int) { return x; });
    if (!full) return nullptr;
    Pattern pattern = *full;
    pattern.extents = to;
    return std::make_shared<const Pattern>(std::move(pattern));
  });
  return answer.pattern_ ? answer : AbstractValue(Unknown::limit);
}

}  // namespace layoutq
