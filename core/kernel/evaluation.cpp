#include "core/kernel/evaluation.h"

#include <algorithm>

namespace layoutq {

namespace {

/// Triton's tensors have at most 2^20 elements.
constexpr std::size_t most_elements = std::size_t{1} << 20;
/// Rounds after which values that still change from one to the next are taken to be anything.
constexpr int rounds_to_settle = 8;
/// How far apart the pointers among the arguments are.
constexpr int pointer_distance_bits = 40;

/// Why something that is not followed is unknown: most often, since it comes of what is loaded.
Unknown doubt_of(const Operation& operation, const Evaluation& evaluation) {
  Unknown doubt = Unknown::operation;
  for (ValueNumber value : operation.operands) {
    if (evaluation[value].exact()) continue;
    doubt = evaluation[value].why();
    if (doubt == Unknown::loaded) break;
  }
  return doubt;
}

}  // namespace

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
  // A value is needed up to the last operation of its own block that uses it, itself or in a
  // region. Blocks that jump to each other keep theirs.
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

AbstractValue Evaluation::operand(const Operation& operation, int i) const {
  return (*this)[operation.operand(i)];
}

Evaluation::Values Evaluation::operands(const Operation& operation, int from) const {
  Values all;
  for (int i = from; i < static_cast<int>(operation.operands.size()); ++i) {
    all.push_back(operand(operation, i));
  }
  return all;
}

void Evaluation::assign(const std::vector<ValueNumber>& to, const Values& from) {
  for (std::size_t i = 0; i < to.size(); ++i)
    at(to[i]) = i < from.size() ? from[i] : AbstractValue();
}

void Evaluation::tell(const Operation& operation) {
  if (silent_ > 0) return;
  (*happens_)(operation, doubts_.empty() ? std::nullopt : std::optional(doubts_.back()));
}

void Evaluation::go(Walk walk, const Happens& happens, Int iteration) {
  walk_ = walk;
  iteration_ = iteration;
  happens_ = &happens;
  blocks(function_.body);
}

namespace {

const BasicBlock* find_block(const std::vector<BasicBlock>& blocks, std::string_view label) {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [&](const BasicBlock& one) { return one.label == label; });
  return found == blocks.end() ? nullptr : &*found;
}

/// The jump that ends a block, or null.
const Operation* jump_of(const BasicBlock& block) {
  const Operation* last = block.operations.empty() ? nullptr : &block.operations.back();
  return last == nullptr || last->successors.empty() ? nullptr : last;
}

}  // namespace

Evaluation::Flow Evaluation::blocks(const std::vector<BasicBlock>& blocks) {
  if (blocks.empty()) return Flow::on;
  const BasicBlock* now = &blocks.front();
  for (;;) {
    const Flow flow = block(*now);
    const Operation* jump = jump_of(*now);
    if (flow != Flow::on || jump == nullptr) return flow;
    if (exhausted()) {
      if (silent_ == 0) cuts_.push_back({jump, 0});
      left_early_ = true;
      return Flow::leaves;
    }
    const AbstractValue decides =
        jump->op == Op::jump_if ? operand(*jump, 0) : AbstractValue(Int{1});
    const auto holds = decides.number();
    if (walk_ == Walk::visit || !holds) {
      all_blocks(blocks, *now, decides.why());
      return Flow::leaves;
    }
    // Labels are looked for one by one.
    steps_ += static_cast<Int>(blocks.size());
    const std::size_t side = *holds != 0 ? 0 : 1;
    if (side >= jump->successors.size()) return Flow::leaves;
    const Successor& successor = jump->successors[side];
    now = find_block(blocks, successor.label);
    if (now == nullptr) return Flow::leaves;
    Values values;
    for (ValueNumber value : successor.operands) values.push_back((*this)[value]);
    assign(now->arguments, values);
  }
}

/// Goes through every block that may come behind `from`, once, for whatever way leads there. On a
/// visit that is the first one that is found.
void Evaluation::all_blocks(const std::vector<BasicBlock>& blocks, const BasicBlock& from,
                            Unknown doubt) {
  std::vector<const BasicBlock*> reached;  // in the order of being found
  std::vector<std::optional<Values>> arguments(blocks.size());
  bool changed = true;
  int round = 0;
  const auto follow = [&](const BasicBlock& block) {
    const Operation* jump = jump_of(block);
    if (jump == nullptr) return;
    for (const Successor& successor : jump->successors) {
      steps_ += static_cast<Int>(blocks.size());
      const BasicBlock* target = find_block(blocks, successor.label);
      if (target == nullptr) continue;
      Values values;
      for (ValueNumber value : successor.operands) values.push_back((*this)[value]);
      values.resize(target->arguments.size());
      auto& known = arguments[static_cast<std::size_t>(target - blocks.data())];
      if (!known) {
        known = values;
        reached.push_back(target);
        changed = true;
        continue;
      }
      if (walk_ == Walk::visit) continue;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const AbstractValue either = round < rounds_to_settle
                                         ? AbstractValue::either((*known)[i], values[i], doubt)
                                         : AbstractValue(doubt);
        if ((*known)[i] == values[i] || either == (*known)[i]) continue;
        (*known)[i] = either;
        changed = true;
      }
    }
  };
  const auto pass = [&] {
    for (std::size_t i = 0; i < reached.size() && !exhausted(); ++i) {
      assign(reached[i]->arguments,
             *arguments[static_cast<std::size_t>(reached[i] - blocks.data())]);
      block(*reached[i]);
      follow(*reached[i]);
    }
  };
  follow(from);
  if (walk_ == Walk::run) {
    ++silent_;
    for (; changed && !exhausted() && round < 2 * rounds_to_settle; ++round) {
      changed = false;
      pass();
    }
    --silent_;
    doubts_.push_back(doubt);
  }
  pass();
  if (walk_ == Walk::run) doubts_.pop_back();
}

Evaluation::Flow Evaluation::block(const BasicBlock& block) {
  for (const Operation& operation : block.operations) {
    // Attributes are looked for in the text.
    constexpr std::size_t usual_text = 256;
    steps_ += 1 + static_cast<Int>(operation.text.size() / usual_text);
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
        yielded_ = operands(operation, 0);
        return Flow::yields;
      case Op::leave:
        return Flow::leaves;
      case Op::jump:
      case Op::jump_if:
        return Flow::on;
      default:
        spent() ? forget_results(operation, Unknown::limit) : compute(operation);
        if (moves_data(operation.op)) tell(operation);
        if (operation.op == Op::reduce || operation.op == Op::scan) break;
        // Of others' regions, such as those of groups of warps, nothing is known of when they run.
        doubts_.push_back(Unknown::operation);
        for (const auto& region : operation.regions) blocks(region);
        doubts_.pop_back();
        break;
    }
    for (ValueNumber value : last_uses_[static_cast<std::size_t>(operation.number)]) {
      at(value) = AbstractValue();
    }
  }
  return Flow::on;
}

void Evaluation::set_results(const Operation& operation, const Values& values) {
  for (int i = 0; i < operation.results; ++i) {
    const auto number = static_cast<std::size_t>(i);
    at(operation.first_result + i) = number < values.size() ? values[number] : AbstractValue();
  }
}

void Evaluation::forget_results(const Operation& operation, Unknown why) {
  for (int i = 0; i < operation.results; ++i) at(operation.first_result + i) = AbstractValue(why);
}

/// What the carried values are in every iteration, however many there are: what stays when they are
/// joined with what an iteration makes of them. `body` takes and returns them.
template <class Body>
Evaluation::Values Evaluation::every_time(Values carried, Unknown doubt, Body body) {
  ++silent_;
  // What still changes after a few rounds is anything.
  const auto last_round = 2 * rounds_to_settle + static_cast<int>(carried.size());
  bool changed = true;
  for (int round = 0; changed && round < last_round; ++round) {
    changed = false;
    Values next = exhausted() ? Values() : body(carried);
    next.resize(carried.size());
    for (std::size_t i = 0; i < carried.size(); ++i) {
      const AbstractValue either = round < rounds_to_settle
                                       ? AbstractValue::either(carried[i], next[i], doubt)
                                       : AbstractValue(doubt);
      if (carried[i] == next[i] || either == carried[i]) continue;
      carried[i] = either;
      changed = true;
    }
  }
  --silent_;
  return carried;
}

void Evaluation::for_loop(const Operation& operation) {
  if (operation.regions.empty() || operation.regions[0].empty()) return;
  const BasicBlock& body = operation.regions[0].front();
  if (body.arguments.empty()) return;
  const AbstractValue low = operand(operation, 0);
  const AbstractValue step = operand(operation, 2);
  const auto first = low.number();
  const auto end = operand(operation, 1).number();
  Values carried = operands(operation, 3);
  const auto iterate = [&](const AbstractValue& index, const Values& values) {
    steps_ += 1 + static_cast<Int>(values.size());
    Values all{index};
    all.insert(all.end(), values.begin(), values.end());
    assign(body.arguments, all);
    const bool yields = blocks(operation.regions[0]) == Flow::yields;
    Values next = yields ? std::move(yielded_) : Values();
    next.resize(values.size());
    return next;
  };
  // The index is worked out at two sites of its own, behind those of the operations.
  const int site = 2 * function_.operations + 2 * operation.number;
  ++loops_;
  elementwise_.remember(true);
  if (walk_ == Walk::visit) {
    const AbstractValue past =
        elementwise_.binary(site + 1, Op::multiply, {}, 64, AbstractValue(iteration_), step);
    carried = iterate(elementwise_.binary(site, Op::add, {}, 64, low, past), carried);
  } else if (!first || !end || step.number().value_or(0) <= 0) {
    // How often is not known: once, for any iteration.
    const Unknown doubt = !first           ? low.why()
                          : !end           ? operand(operation, 1).why()
                          : !step.number() ? step.why()
                                           : Unknown::operation;
    const AbstractValue times = AbstractValue::unknown_multiple(1, doubt);
    const AbstractValue index =
        elementwise_.binary(site, Op::add, {}, 64, low,
                            elementwise_.binary(site + 1, Op::multiply, {}, 64, times, step));
    carried =
        every_time(carried, doubt, [&](const Values& values) { return iterate(index, values); });
    doubts_.push_back(doubt);
    iterate(index, carried);
    doubts_.pop_back();
  } else {
    Int done = 0;
    for (Int i = *first; i < *end; ++done) {
      if (exhausted()) {
        if (silent_ == 0) cuts_.push_back({&operation, done});
        carried.assign(carried.size(), AbstractValue(Unknown::limit));
        break;
      }
      carried = iterate(AbstractValue(i), carried);
      if (__builtin_add_overflow(i, *step.number(), &i)) break;
    }
  }
  --loops_;
  elementwise_.remember(loops_ > 0);
  set_results(operation, carried);
}

void Evaluation::while_loop(const Operation& operation) {
  if (operation.regions.size() < 2 || operation.regions[0].empty() ||
      operation.regions[1].empty()) {
    return;
  }
  const BasicBlock& before = operation.regions[0].front();
  const BasicBlock& after = operation.regions[1].front();
  /// What the first region says: whether to go on, and the values that it passes.
  struct Asked {
    AbstractValue goes_on;
    Values passed;
  };
  const auto ask = [&](const Values& values) {
    steps_ += 1 + static_cast<Int>(values.size());
    assign(before.arguments, values);
    const bool yields = blocks(operation.regions[0]) == Flow::yields && !yielded_.empty();
    return yields ? Asked{yielded_.front(), Values(yielded_.begin() + 1, yielded_.end())}
                  : Asked{AbstractValue(Int{0}), {}};
  };
  const auto iterate = [&](const Values& passed, std::size_t count) {
    assign(after.arguments, passed);
    const bool yields = blocks(operation.regions[1]) == Flow::yields;
    Values next = yields ? std::move(yielded_) : Values();
    next.resize(count);
    return next;
  };
  Values carried = operands(operation, 0);
  ++loops_;
  elementwise_.remember(true);
  for (Int done = 0;; ++done) {
    if (exhausted()) {
      if (silent_ == 0) cuts_.push_back({&operation, done});
      forget_results(operation, Unknown::limit);
      break;
    }
    Asked asked = ask(carried);
    const auto goes_on = asked.goes_on.number();
    if (walk_ == Walk::visit ? done > 0 : goes_on == 0) {
      set_results(operation, asked.passed);
      break;
    }
    if (walk_ == Walk::run && !goes_on) {
      // How often is not known: once more, for any iteration from here on.
      const Unknown doubt = asked.goes_on.why();
      carried = every_time(carried, doubt, [&](const Values& values) {
        return iterate(ask(values).passed, values.size());
      });
      doubts_.push_back(doubt);
      asked = ask(carried);
      iterate(asked.passed, carried.size());
      doubts_.pop_back();
      set_results(operation, asked.passed);
      break;
    }
    carried = iterate(asked.passed, carried.size());
  }
  --loops_;
  elementwise_.remember(loops_ > 0);
}

void Evaluation::branch(const Operation& operation) {
  const AbstractValue decides = operand(operation, 0);
  const auto side = [&](std::size_t i) {
    yielded_.clear();
    if (i < operation.regions.size()) blocks(operation.regions[i]);
    return std::move(yielded_);
  };
  const auto holds = decides.number();
  if (holds && walk_ == Walk::run) return set_results(operation, side(*holds != 0 ? 0 : 1));
  const Unknown doubt = holds ? Unknown::operation : decides.why();
  if (walk_ == Walk::run) doubts_.push_back(doubt);
  Values first = side(0);
  const Values second = side(1);
  if (walk_ == Walk::run) doubts_.pop_back();
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] =
        i < second.size() ? AbstractValue::either(first[i], second[i], doubt) : AbstractValue();
  }
  set_results(operation, first);
}

void Evaluation::compute(const Operation& operation) {
  if (operation.results == 0) return;
  if (operation.results > 1) {
    const bool reads = operation.op == Op::reduce || operation.op == Op::scan;
    return forget_results(operation, reads ? Unknown::loaded : Unknown::operation);
  }
  const ValueType& type = kernels_.type_of(function_, operation.first_result);
  const bool counts = type.element != ValueType::Element::other && type.bits > 0 && !type.in_memory;
  at(operation.first_result) = counts ? result(operation)
                               : operation.op == Op::load
                                   ? AbstractValue(Unknown::loaded)
                                   : AbstractValue(doubt_of(operation, *this));
}

AbstractValue Evaluation::result(const Operation& operation) {
  const ValueType& type = kernels_.type_of(function_, operation.first_result);
  const ValueType& from = kernels_.type_of(function_, operation.operand(0));
  const int bits = type.element == ValueType::Element::pointer ? 64 : type.bits;
  const int site = operation.number;
  const auto a = [&]() -> AbstractValue { return operand(operation, 0); };
  const auto axis_of = [&](const std::array<Int, 3>& of) -> AbstractValue {
    const std::size_t at = operation.text.find_last_not_of(" ");
    const char axis = at == std::string_view::npos ? 'x' : operation.text[at];
    return axis < 'x' || axis > 'z' ? AbstractValue(Unknown::operation)
                                    : AbstractValue(of[static_cast<std::size_t>(axis - 'x')]);
  };
  switch (operation.op) {
    case Op::constant: {
      const auto constant = constant_of(operation, type);
      return constant ? AbstractValue(*constant) : AbstractValue(Unknown::operation);
    }
    case Op::make_range: {
      const Int start = operation.number_attribute("start").value_or(0);
      const Int end = operation.number_attribute("end").value_or(0);
      if (start < 0 || end <= start || end > INT32_MAX) return AbstractValue(Unknown::operation);
      return elementwise_.range(site, start, end - start);
    }
    case Op::program_id:
      return axis_of(launch_.program);
    case Op::program_count:
      misses_grid_ = misses_grid_ || !launch_.grid;
      return launch_.grid ? axis_of(*launch_.grid)
                          : AbstractValue::unknown_multiple(1, Unknown::grid);
    case Op::splat:
    case Op::broadcast:
    case Op::convert_layout:
      return a();
    case Op::bitcast:
    case Op::reinterpret: {
      // From numbers of the same width, and not from floats.
      const bool numbers = from.element != ValueType::Element::other;
      const int from_bits = from.element == ValueType::Element::pointer ? 64 : from.bits;
      return numbers && from_bits == bits ? a() : AbstractValue(doubt_of(operation, *this));
    }
    case Op::expand_dims:
      return elementwise_.expanded(
          site, a(), static_cast<int>(operation.number_attribute("axis").value_or(-1)));
    case Op::transpose: {
      Dims order;
      if (const auto text = operation.attribute("order")) {
        // `array<i32: 1, 0>`
        for (std::size_t at = text->find(':');
             at != std::string_view::npos && order.rank() < max_rank;
             at = text->find(',', at + 1)) {
          const std::size_t digit = text->find_first_of("0123456789", at);
          if (digit != std::string_view::npos) order.push_back((*text)[digit] - '0');
        }
      }
      return elementwise_.transposed(site, a(), order);
    }
    case Op::reshape:
      // One that may reorder its elements says so.
      if (operation.text.find("allow_reorder") != std::string_view::npos && a().pattern()) {
        return AbstractValue(Unknown::operation);
      }
      return elementwise_.reshaped(site, a(), from.shape, type.shape);
    case Op::unsplat:
      return a().pattern() ? AbstractValue(Unknown::operation) : a();
    case Op::index_cast:
      return elementwise_.resized(site, bits < from.bits ? Op::truncate : Op::extend_signed,
                                  from.bits, bits, a());
    case Op::extend_signed:
    case Op::extend_unsigned:
    case Op::truncate:
      return elementwise_.resized(site, operation.op, from.bits, bits, a());
    case Op::select:
      return elementwise_.select(site, a(), operand(operation, 1), operand(operation, 2));
    case Op::add_pointer: {
      // The offset counts what the pointer points at.
      const ValueType& offset = kernels_.type_of(function_, operation.operand(1));
      if (type.bytes() == 0 || offset.element != ValueType::Element::integer) {
        return AbstractValue(Unknown::operation);
      }
      const AbstractValue bytes =
          elementwise_.binary(function_.operations + site, Op::multiply, {}, 64,
                              operand(operation, 1), AbstractValue(type.bytes()));
      return elementwise_.binary(site, Op::add, {}, 64, a(), bytes);
    }
    case Op::compare:
      return elementwise_.binary(site, operation.op, predicate_of(operation), from.bits, a(),
                                 operand(operation, 1));
    case Op::load:
      return type.tensor ? AbstractValue(Unknown::loaded)
                         : AbstractValue::unknown_multiple(1, Unknown::loaded);
    case Op::reduce:
      return type.tensor ? AbstractValue(doubt_of(operation, *this))
                         : AbstractValue::unknown_multiple(1, doubt_of(operation, *this));
    default:
      if (is_elementwise(operation.op)) {
        return elementwise_.binary(site, operation.op, {}, bits, a(), operand(operation, 1));
      }
      return type.tensor ? AbstractValue(doubt_of(operation, *this))
                         : AbstractValue::unknown_multiple(1, doubt_of(operation, *this));
  }
}

}  // namespace layoutq
