#include "core/kernel/evaluation.h"

#include <algorithm>

#include "core/kernel/walker.h"

namespace layoutq {

namespace {

/// Triton's tensors have at most 2^20 elements.
constexpr std::size_t most_elements = std::size_t{1} << 20;
/// Rounds of a fixpoint after which a value that still changes is taken to be unknown.
constexpr int most_rounds = 8;
/// The pointers among the arguments are multiples of 2^40.
constexpr int pointer_distance_bits = 40;

/// Follows the conditions and trip counts that are known.
struct AsTheProgramRuns {
  static constexpr bool joins = true;

  static bool exhausted(const Evaluation& evaluation) { return evaluation.exhausted(); }
  static std::optional<bool> holds(const AbstractValue& condition) {
    const auto number = condition.number();
    return number ? std::optional(*number != 0) : std::nullopt;
  }
  static std::optional<bool> goes_on(const AbstractValue& condition, Int) {
    return holds(condition);
  }
  static std::optional<Int> trip_count(const AbstractValue& low, const AbstractValue& end,
                                       const AbstractValue& step) {
    if (!low.number() || !end.number() || step.number().value_or(0) <= 0) return std::nullopt;
    if (*end.number() <= *low.number()) return 0;
    const Bits distance = static_cast<Bits>(*end.number()) - static_cast<Bits>(*low.number());
    const Bits count = (distance - 1) / static_cast<Bits>(*step.number()) + 1;
    return static_cast<Int>(std::min(count, static_cast<Bits>(INT64_MAX)));
  }
  static Int iteration(Int done) { return done; }
};

/// Takes both sides of every branch, and makes one iteration of every loop.
struct OnceThrough {
  static constexpr bool joins = false;
  Int chosen;

  // What is computed after that is unknown.
  static bool exhausted(const Evaluation& evaluation) { return evaluation.spent(); }
  static std::optional<bool> holds(const AbstractValue&) { return std::nullopt; }
  static std::optional<bool> goes_on(const AbstractValue&, Int done) { return done == 0; }
  static std::optional<Int> trip_count(const AbstractValue&, const AbstractValue&,
                                       const AbstractValue&) {
    return 1;
  }
  Int iteration(Int) const { return chosen; }
};

}  // namespace

/// What Walker needs, with the choices of a run or a visit.
template <class Choices>
class Evaluation::Policy {
 public:
  using Value = AbstractValue;
  static constexpr bool decides = true;
  static constexpr bool joins = Choices::joins;

  Policy(Evaluation* evaluation, const Happens& happens, Choices choices)
      : evaluation_(*evaluation), happens_(happens), choices_(choices) {}

  const Value& value(ValueNumber number) const { return evaluation_[number]; }
  void enter(const std::vector<ValueNumber>& arguments, const std::vector<Value>* values) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      define(arguments[i], i < values->size() ? (*values)[i] : Value());
    }
  }
  void define(ValueNumber number, const Value& value) { evaluation_.at(number) = value; }
  void compute(const Operation& operation, const Surroundings& surroundings) {
    evaluation_.elementwise_.memoize_for(surroundings.in_loop ? &operation : nullptr);
    const Value value = evaluation_.computed(operation);
    for (int i = 0; i < operation.results; ++i) define(operation.first_result + i, value);
    if (operation.moves_data() && !surroundings.tentative) {
      happens_(operation, surroundings.doubt);
    }
  }
  void done(const Operation& operation) {
    for (ValueNumber value : evaluation_.last_uses_[static_cast<std::size_t>(operation.number)]) {
      define(value, Value());
    }
  }
  static Value join(const Value& a, const Value& b, Unknown doubt, int round) {
    return round < most_rounds ? Value::either(a, b, doubt) : Value(doubt);
  }

  std::optional<std::size_t> side(const Operation& operation) const {
    const Value condition =
        operation.op == Op::jump ? Value(Int{1}) : evaluation_.operand(operation, 0);
    const auto holds = choices_.holds(condition);
    return holds ? std::optional<std::size_t>(*holds ? 0 : 1) : std::nullopt;
  }
  std::optional<Int> trip_count(const Operation& loop) const {
    return choices_.trip_count(evaluation_.operand(loop, 0), evaluation_.operand(loop, 1),
                               evaluation_.operand(loop, 2));
  }
  Value index(const Operation& loop, std::optional<Int> iteration) {
    const Value done =
        iteration ? Value(choices_.iteration(*iteration)) : Value::unknown_multiple(1, doubt(loop));
    Elementwise& elementwise = evaluation_.elementwise_;
    elementwise.memoize_for(nullptr);
    return elementwise.binary(
        Op::add, {}, 64, evaluation_.operand(loop, 0),
        elementwise.binary(Op::multiply, {}, 64, done, evaluation_.operand(loop, 2)));
  }
  std::optional<bool> goes_on(const Value& condition, Int done) const {
    return choices_.goes_on(condition, done);
  }
  static Unknown doubt(const Value& condition) { return condition.why(); }
  Unknown doubt(const Operation& operation) const {
    if (operation.op == Op::jump) return Unknown::operation;
    for (int i = 0; i < (operation.op == Op::for_loop ? 3 : 1); ++i) {
      const Value& bound = evaluation_.operand(operation, i);
      if (!bound.number()) return bound.why();
    }
    return Unknown::operation;
  }

  void charge(Int steps) { evaluation_.steps_ += steps; }
  bool exhausted() const { return choices_.exhausted(evaluation_); }
  Value cut(const Operation& operation, Int iterations, const Surroundings& surroundings) {
    if (!surroundings.tentative) evaluation_.cuts_.push_back({&operation, iterations});
    if (!operation.successors.empty()) evaluation_.left_early_ = true;
    return Value(Unknown::limit);
  }

 private:
  Evaluation& evaluation_;
  const Happens& happens_;
  Choices choices_;
};

void Evaluation::run(const Happens& happens) {
  Policy<AsTheProgramRuns> policy(this, happens, {});
  Walker(&policy).walk(function_);
}

void Evaluation::visit(const Happens& happens, Int iteration) {
  constexpr Int part = 8;  // visits are made several times
  most_work_ /= part;
  Policy<OnceThrough> policy(this, happens, {iteration});
  Walker(&policy).walk(function_);
}

Evaluation::Evaluation(const Kernels& kernels, const Function& function, const Launch& launch,
                       Int most_work)
    : kernels_(kernels),
      function_(function),
      launch_(launch),
      most_work_(most_work),
      values_(function.values.size()),
      last_uses_(static_cast<std::size_t>(function.operations)),
      elementwise_(most_elements) {
  for (std::size_t i = 0; i < function.arguments.size(); ++i) {
    const ValueNumber value = function.arguments[i].value;
    const ValueType& type = kernels.type_of(function, value);
    if (type.tensor) continue;
    if (type.element == ValueType::Element::pointer) {
      at(value) = AbstractValue(static_cast<Int>(i + 1) << pointer_distance_bits);
    } else if (type.element == ValueType::Element::integer) {
      at(value) =
          AbstractValue(wrapped(i < launch.arguments.size() ? launch.arguments[i] : 0, type.bits));
    }
  }
  find_last_uses();
}

void Evaluation::find_last_uses() {
  // A value is needed up to the last operation of its own basic block that uses it, directly or in
  // a region. The values of basic blocks that jump to each other are kept.
  struct Position {
    const BasicBlock* block = nullptr;
    int operation = -1;
  };
  std::vector<const BasicBlock*> home(function_.values.size(), nullptr);
  std::vector<int> last(function_.values.size(), -1);
  std::vector<Position> positions;
  const auto uses = [&](ValueNumber value) {
    if (value == no_value) return;
    const BasicBlock* const block = home[static_cast<std::size_t>(value)];
    for (const Position& position : positions) {
      if (position.block == block) last[static_cast<std::size_t>(value)] = position.operation;
    }
  };
  const auto walk = [&](const auto& self, const std::vector<BasicBlock>& region) -> void {
    for (const BasicBlock& block : region) {
      positions.push_back({&block, -1});
      for (const Operation& operation : block.operations) {
        positions.back().operation = operation.number;
        for (ValueNumber value : operation.operands) uses(value);
        for (const auto& inner : operation.regions) self(self, inner);
        for (int i = 0; i < operation.results && region.size() == 1; ++i) {
          home[static_cast<std::size_t>(operation.first_result + i)] = &block;
          last[static_cast<std::size_t>(operation.first_result + i)] = operation.number;
        }
      }
      positions.pop_back();
    }
  };
  walk(walk, function_.body);
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (last[i] >= 0) last_uses_[static_cast<std::size_t>(last[i])].push_back(static_cast<int>(i));
  }
}

const AbstractValue& Evaluation::operator[](ValueNumber value) const {
  static const AbstractValue unknown;
  return value == no_value ? unknown : values_[static_cast<std::size_t>(value)];
}

/// Why the result of an operation that is not followed is unknown: mostly since an operand is
/// loaded.
Unknown Evaluation::doubt_of(const Operation& operation) const {
  Unknown doubt = Unknown::operation;
  for (ValueNumber value : operation.operands) {
    if ((*this)[value].exact()) continue;
    doubt = (*this)[value].why();
    if (doubt == Unknown::loaded) break;
  }
  return doubt;
}

/// What is known of all results of an operation.
AbstractValue Evaluation::computed(const Operation& operation) {
  if (spent()) return AbstractValue(Unknown::limit);
  if (operation.results == 0) return AbstractValue();
  if (operation.results > 1) {
    const bool reads = operation.op == Op::reduce || operation.op == Op::scan;
    return AbstractValue(reads ? Unknown::loaded : Unknown::operation);
  }
  const ValueType& type = kernels_.type_of(function_, operation.first_result);
  const bool counts = type.element != ValueType::Element::other && type.bits > 0 && !type.in_memory;
  if (counts) return result(operation);
  return AbstractValue(operation.op == Op::load ? Unknown::loaded : doubt_of(operation));
}

/// Returns the one of the launch's three numbers that the operation asks for.
AbstractValue Evaluation::program_axis(const Operation& operation,
                                       const std::array<Int, 3>& numbers) const {
  const int axis = operation.attributes.axis;
  return axis < 0 ? AbstractValue(Unknown::operation)
                  : AbstractValue(numbers[static_cast<std::size_t>(axis)]);
}

AbstractValue Evaluation::result(const Operation& operation) {
  const ValueType& type = kernels_.type_of(function_, operation.first_result);
  const ValueType& from = kernels_.type_of(function_, operation.operand(0));
  const int bits = type.element == ValueType::Element::pointer ? 64 : type.bits;
  const auto a = [&]() -> AbstractValue { return operand(operation, 0); };
  // A scalar that is not known is at least the same for all threads.
  const auto unknown = [&](Unknown why) {
    return type.tensor ? AbstractValue(why) : AbstractValue::unknown_multiple(1, why);
  };
  switch (operation.op) {
    case Op::constant: {
      const auto constant = operation.attributes.constant;
      return constant ? AbstractValue(*constant) : AbstractValue(Unknown::operation);
    }
    case Op::make_range: {
      const auto [start, end] = operation.attributes.range;
      if (start < 0 || end <= start || end > INT32_MAX) return AbstractValue(Unknown::operation);
      return elementwise_.range(start, end - start);
    }
    case Op::program_id:
      return program_axis(operation, launch_.program);
    case Op::program_count:
      misses_grid_ = misses_grid_ || !launch_.grid;
      return launch_.grid ? program_axis(operation, *launch_.grid)
                          : AbstractValue::unknown_multiple(1, Unknown::grid);
    case Op::splat:
    case Op::broadcast:
    case Op::convert_layout:
      return a();
    case Op::bitcast:
    case Op::reinterpret: {
      // Only integers and pointers of the same width keep their numbers; floats are not followed.
      const bool numbers = from.element != ValueType::Element::other;
      const int from_bits = from.element == ValueType::Element::pointer ? 64 : from.bits;
      return numbers && from_bits == bits ? a() : AbstractValue(doubt_of(operation));
    }
    case Op::expand_dims:
      return elementwise_.expanded(a(), operation.attributes.axis);
    case Op::transpose:
      return elementwise_.transposed(a(), operation.attributes.order);
    case Op::reshape:
      if (operation.attributes.may_reorder && a().pattern()) {
        return AbstractValue(Unknown::operation);
      }
      return elementwise_.reshaped(a(), from.shape, type.shape);
    case Op::unsplat:
      return a().pattern() ? AbstractValue(Unknown::operation) : a();
    case Op::index_cast:
      return elementwise_.resized(bits < from.bits ? Op::truncate : Op::extend_signed, from.bits,
                                  bits, a());
    case Op::extend_signed:
    case Op::extend_unsigned:
    case Op::truncate:
      return elementwise_.resized(operation.op, from.bits, bits, a());
    case Op::select:
      return elementwise_.select(a(), operand(operation, 1), operand(operation, 2));
    case Op::add_pointer: {
      // The offset is in elements, of the type that the pointer points at.
      const ValueType& offset = kernels_.type_of(function_, operation.operand(1));
      if (type.bytes() == 0 || offset.element != ValueType::Element::integer) {
        return AbstractValue(Unknown::operation);
      }
      const AbstractValue bytes = elementwise_.binary(Op::multiply, {}, 64, operand(operation, 1),
                                                      AbstractValue(type.bytes()));
      return elementwise_.binary(Op::add, {}, 64, a(), bytes);
    }
    case Op::compare:
      return elementwise_.binary(operation.op, operation.attributes.predicate, from.bits, a(),
                                 operand(operation, 1));
    case Op::load:
      return unknown(Unknown::loaded);
    default:
      if (operation.is_elementwise()) {
        return elementwise_.binary(operation.op, {}, bits, a(), operand(operation, 1));
      }
      return unknown(doubt_of(operation));
  }
}

}  // namespace layoutq
