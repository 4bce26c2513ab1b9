#include "core/kernel/evaluation.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace layoutq {

namespace {

/// Triton's tensors have at most 2^20 elements.
constexpr std::size_t most_elements = std::size_t{1} << 20;
/// Elements and operations, these counting more, after which loops are left: a second or so.
constexpr Int most_work = Int{1} << 27;
constexpr Int work_per_operation = 16;
/// How far apart the pointers among the arguments are.
constexpr int pointer_distance_bits = 48;

/// The operations that say where they are about memory or other threads: those that are told.
bool is_told(Op op) { return op >= Op::load || op == Op::convert_layout || op == Op::barrier; }

/// Why something that is not followed is unknown: most often, since it comes of what is loaded.
Unknown doubt_of(const Operation& operation, const Evaluation& evaluation) {
  Unknown doubt = Unknown::operation;
  for (ValueNumber value : operation.operands) {
    const Unknown why = evaluation[value].why();
    if (why == Unknown::loaded) return why;
    if (why != Unknown::nothing) doubt = why;
  }
  return doubt;
}

}  // namespace

Evaluation::Evaluation(const Kernels& kernels, const Function& function, const Launch& launch)
    : kernels_(kernels),
      function_(function),
      launch_(launch),
      values_(function.values.size()),
      last_uses_(static_cast<std::size_t>(function.operations)),
      elementwise_(most_elements) {
  for (std::size_t i = 0; i < function.arguments.size(); ++i) {
    const ValueNumber value = function.arguments[i].value;
    const ValueType& type = kernels.type_of(function, value);
    if (type.tensor) continue;
    if (type.element == ValueType::Element::pointer) {
      at(value) = Elements(static_cast<Int>(i + 1) << pointer_distance_bits);
    } else if (type.element == ValueType::Element::integer) {
      at(value) =
          Elements(wrapped(i < launch.arguments.size() ? launch.arguments[i] : 0, type.bits));
    }
  }
  find_last_uses();
}

void Evaluation::find_last_uses() {
  // A value is needed up to the last operation of its own block that uses it, itself or in a
  // region. Blocks that jump to each other keep theirs.
  struct Position {
    const Block* block = nullptr;
    int operation = -1;
  };
  std::vector<const Block*> home(function_.values.size(), nullptr);
  std::vector<int> last(function_.values.size(), -1);
  std::vector<Position> positions;
  const auto uses = [&](ValueNumber value) {
    if (value == no_value) return;
    const Block* const block = home[static_cast<std::size_t>(value)];
    for (const Position& position : positions) {
      if (position.block == block) last[static_cast<std::size_t>(value)] = position.operation;
    }
  };
  const auto walk = [&](const auto& self, const std::vector<Block>& region) -> void {
    for (const Block& block : region) {
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

const Elements& Evaluation::operator[](ValueNumber value) const {
  static const Elements unknown;
  return value == no_value ? unknown : values_[static_cast<std::size_t>(value)];
}

Elements Evaluation::operand(const Operation& operation, int i) const {
  return (*this)[operation.operand(i)];
}

std::vector<Elements> Evaluation::operands(const Operation& operation, int from) const {
  std::vector<Elements> all;
  for (int i = from; i < static_cast<int>(operation.operands.size()); ++i) {
    all.push_back(operand(operation, i));
  }
  return all;
}

void Evaluation::assign(const std::vector<ValueNumber>& to, const std::vector<Elements>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) at(to[i]) = i < from.size() ? from[i] : Elements();
}

bool Evaluation::exhausted() const {
  return elementwise_.work() + steps_ * work_per_operation > most_work;
}

void Evaluation::go(Walk walk, const Happens& happens, int iterations) {
  walk_ = walk;
  iterations_ = iterations;
  happens_ = &happens;
  blocks(function_.body);
}

Evaluation::Flow Evaluation::blocks(const std::vector<Block>& blocks) {
  if (blocks.empty()) return Flow::on;
  if (blocks.size() == 1) return block(blocks.front());
  const auto find = [&](std::string_view label) {
    return std::find_if(blocks.begin(), blocks.end(),
                        [&](const Block& one) { return one.label == label; });
  };
  // Where it is not known which way it goes, every block that may come is gone through once.
  std::vector<bool> seen(blocks.size());
  std::vector<std::size_t> waiting;
  const Block* now = &blocks.front();
  bool both = false;
  const auto jump = [&](const Successor& to) -> const Block* {
    const auto target = find(to.label);
    if (target == blocks.end()) return nullptr;
    std::vector<Elements> values;
    for (ValueNumber value : to.operands) values.push_back((*this)[value]);
    assign(target->arguments, values);
    return &*target;
  };
  Flow flow = Flow::on;
  while (now != nullptr) {
    seen[static_cast<std::size_t>(now - blocks.data())] = true;
    flow = block(*now);
    const Operation* last = now->operations.empty() ? nullptr : &now->operations.back();
    now = nullptr;
    if (exhausted()) break;
    if (last != nullptr && !last->successors.empty() && flow == Flow::on) {
      const auto holds =
          last->op == Op::jump_if ? operand(*last, 0).number() : std::optional<Int>(1);
      const bool known = walk_ == Walk::run && !both && holds.has_value();
      if (known) {
        const std::size_t side = *holds != 0 ? 0 : 1;
        if (side < last->successors.size()) now = jump(last->successors[side]);
      } else {
        if (!both && last->op == Op::jump_if) {
          both = true;
          if (walk_ == Walk::run) ++uncertain_;
        }
        for (const Successor& successor : last->successors) {
          const Block* target = jump(successor);
          if (target != nullptr)
            waiting.push_back(static_cast<std::size_t>(target - blocks.data()));
        }
      }
    }
    while (now == nullptr && !waiting.empty()) {
      const std::size_t next = waiting.back();
      waiting.pop_back();
      if (!seen[next]) now = &blocks[next];
    }
  }
  if (both && walk_ == Walk::run) --uncertain_;
  return flow == Flow::yields ? Flow::yields : Flow::leaves;
}

Evaluation::Flow Evaluation::block(const Block& block) {
  for (const Operation& operation : block.operations) {
    ++steps_;
    Flow flow = Flow::on;
    switch (operation.op) {
      case Op::for_loop:
        for_loop(operation);
        break;
      case Op::while_loop:
        while_loop(operation);
        break;
      case Op::branch:
        flow = branch(operation);
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
        compute(operation);
        if (is_told(operation.op)) (*happens_)(operation, uncertain_ == 0);
        if (operation.op == Op::specialize) {
          // Groups of warps of their own: told, but nothing is known of when.
          ++uncertain_;
          for (const auto& region : operation.regions) blocks(region);
          --uncertain_;
        }
        break;
    }
    if (flow != Flow::on) return flow;
    for (ValueNumber value : last_uses_[static_cast<std::size_t>(operation.number)]) {
      at(value) = Elements();
    }
  }
  return Flow::on;
}

void Evaluation::forget_results(const Operation& operation, Unknown why) {
  for (int i = 0; i < operation.results; ++i) at(operation.first_result + i) = Elements(why);
}

void Evaluation::for_loop(const Operation& operation) {
  if (operation.regions.empty() || operation.regions[0].empty()) return;
  const Block& body = operation.regions[0].front();
  if (body.arguments.empty()) return;
  const Elements low = operand(operation, 0);
  const auto first = low.number();
  const auto end = operand(operation, 1).number();
  const auto step = operand(operation, 2).number();
  const std::vector<Elements> initial = operands(operation, 3);
  std::vector<Elements> carried = initial;
  const auto iterate = [&](Elements index) {
    std::vector<Elements> values{std::move(index)};
    values.insert(values.end(), carried.begin(), carried.end());
    assign(body.arguments, values);
    const Flow flow = blocks(operation.regions[0]);
    if (flow == Flow::yields) carried = std::move(yielded_);
    carried.resize(initial.size());
  };
  ++loops_;
  elementwise_.remember(true);
  Unknown why = Unknown::nothing;
  if (walk_ == Walk::visit) {
    Elements index = low;
    for (int i = 0; i < iterations_ && !exhausted(); ++i) {
      iterate(index);
      index = elementwise_.binary(2 * function_.operations + operation.number, Op::add, {}, 64,
                                  index, operand(operation, 2));
    }
    why = Unknown::operation;
  } else if (!first || !end || !step || *step <= 0) {
    // How often is not known.
    const auto doubt = [&](int i) { return operand(operation, i).why(); };
    why = !first ? doubt(0) : !end ? doubt(1) : !step ? doubt(2) : Unknown::operation;
    ++uncertain_;
    iterate(low);
    --uncertain_;
  } else {
    Int done = 0;
    for (Int i = *first; i < *end; ++done) {
      if (exhausted()) {
        cut_loops_.push_back({&operation, done});
        why = Unknown::limit;
        break;
      }
      iterate(Elements(i));
      if (__builtin_add_overflow(i, *step, &i)) break;
    }
  }
  --loops_;
  elementwise_.remember(loops_ > 0);
  for (int i = 0; i < operation.results; ++i) {
    const auto number = static_cast<std::size_t>(i);
    const bool known =
        number < carried.size() && (why == Unknown::nothing || carried[number] == initial[number]);
    at(operation.first_result + i) = known ? carried[number] : Elements(why);
  }
}

void Evaluation::while_loop(const Operation& operation) {
  if (operation.regions.size() < 2 || operation.regions[0].empty() ||
      operation.regions[1].empty()) {
    return;
  }
  const Block& before = operation.regions[0].front();
  const Block& after = operation.regions[1].front();
  std::vector<Elements> carried = operands(operation, 0);
  ++loops_;
  elementwise_.remember(true);
  bool doubted = false;
  for (Int done = 0;; ++done) {
    if (exhausted()) {
      cut_loops_.push_back({&operation, done});
      forget_results(operation, Unknown::limit);
      break;
    }
    assign(before.arguments, carried);
    if (blocks(operation.regions[0]) != Flow::yields || yielded_.empty()) break;
    const auto goes_on = yielded_.front().number();
    const Unknown why = yielded_.front().why();
    const std::vector<Elements> passed(yielded_.begin() + 1, yielded_.end());
    const bool visits = walk_ == Walk::visit && done + 1 >= iterations_;
    if (goes_on == 0 && walk_ == Walk::run) {
      for (int i = 0; i < operation.results; ++i) {
        const auto number = static_cast<std::size_t>(i);
        at(operation.first_result + i) = number < passed.size() ? passed[number] : Elements();
      }
      break;
    }
    doubted = !goes_on && walk_ == Walk::run;
    assign(after.arguments, passed);
    if (doubted) ++uncertain_;
    const Flow flow = blocks(operation.regions[1]);
    if (doubted) --uncertain_;
    if (visits || doubted || flow != Flow::yields) {
      forget_results(operation, doubted ? why : Unknown::operation);
      break;
    }
    carried = std::move(yielded_);
  }
  --loops_;
  elementwise_.remember(loops_ > 0);
}

Evaluation::Flow Evaluation::branch(const Operation& operation) {
  const auto holds = operand(operation, 0).number();
  const Unknown why = operand(operation, 0).why();
  const auto side = [&](std::size_t i) -> std::vector<Elements> {
    if (i >= operation.regions.size()) return {};
    yielded_.clear();
    blocks(operation.regions[i]);
    return std::move(yielded_);
  };
  const auto results = [&](auto value_of) {
    for (int i = 0; i < operation.results; ++i) {
      at(operation.first_result + i) = value_of(static_cast<std::size_t>(i));
    }
  };
  if (holds && walk_ == Walk::run) {
    const std::vector<Elements> taken = side(*holds != 0 ? 0 : 1);
    results([&](std::size_t i) { return i < taken.size() ? taken[i] : Elements(); });
    return Flow::on;
  }
  if (walk_ == Walk::run) ++uncertain_;
  const std::vector<Elements> first = side(0);
  const std::vector<Elements> second = side(1);
  if (walk_ == Walk::run) --uncertain_;
  results([&](std::size_t i) {
    if (i >= first.size() || i >= second.size()) return Elements();
    if (first[i] == second[i]) return first[i];
    const Unknown doubt = why == Unknown::nothing ? Unknown::operation : why;
    return first[i].uniform() && second[i].uniform() ? Elements::unknown_multiple(1, doubt)
                                                     : Elements(doubt);
  });
  return Flow::on;
}

void Evaluation::compute(const Operation& operation) {
  if (operation.results == 0) return;
  if (operation.results > 1) {
    const bool reads = operation.op == Op::reduce || operation.op == Op::scan;
    return forget_results(operation, reads ? Unknown::loaded : Unknown::operation);
  }
  const ValueType& type = kernels_.type_of(function_, operation.first_result);
  const bool counts = type.element != ValueType::Element::other && type.bits > 0 && !type.in_memory;
  at(operation.first_result) = counts                     ? result(operation)
                               : operation.op == Op::load ? Elements(Unknown::loaded)
                                                          : Elements(doubt_of(operation, *this));
}

Elements Evaluation::result(const Operation& operation) {
  const ValueType& type = kernels_.type_of(function_, operation.first_result);
  const ValueType& from = kernels_.type_of(function_, operation.operand(0));
  const int bits = type.element == ValueType::Element::pointer ? 64 : type.bits;
  const int site = operation.number;
  const auto a = [&]() -> Elements { return operand(operation, 0); };
  const auto axis_of = [&](const std::array<Int, 3>& of) -> Elements {
    const std::size_t at = operation.text.find_last_not_of(" ");
    const char axis = at == std::string_view::npos ? 'x' : operation.text[at];
    return axis < 'x' || axis > 'z' ? Elements(Unknown::operation)
                                    : Elements(of[static_cast<std::size_t>(axis - 'x')]);
  };
  switch (operation.op) {
    case Op::constant: {
      const auto constant = constant_of(operation, type);
      return constant ? Elements(*constant) : Elements(Unknown::operation);
    }
    case Op::make_range: {
      const Int start = operation.number_attribute("start").value_or(0);
      const Int end = operation.number_attribute("end").value_or(0);
      if (start < 0 || end <= start || end > INT32_MAX) return Elements(Unknown::operation);
      if (end - start > static_cast<Int>(most_elements)) return Elements(Unknown::limit);
      return Elements::range(start, end - start);
    }
    case Op::program_id:
      return axis_of(launch_.program);
    case Op::program_count:
      misses_grid_ = misses_grid_ || !launch_.grid;
      return launch_.grid ? axis_of(*launch_.grid) : Elements::unknown_multiple(1, Unknown::grid);
    case Op::splat:
    case Op::broadcast:
    case Op::convert_layout:
      return a();
    case Op::bitcast: {
      // From numbers of the same width, and not from floats.
      const bool numbers = from.element != ValueType::Element::other;
      const int from_bits = from.element == ValueType::Element::pointer ? 64 : from.bits;
      return numbers && from_bits == bits ? a() : Elements(doubt_of(operation, *this));
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
        return Elements(Unknown::operation);
      }
      return elementwise_.reshaped(site, a(), from.shape, type.shape);
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
        return Elements(Unknown::operation);
      }
      const Elements bytes = elementwise_.binary(function_.operations + site, Op::multiply, {}, 64,
                                                 operand(operation, 1), Elements(type.bytes()));
      return elementwise_.binary(site, Op::add, {}, 64, a(), bytes);
    }
    case Op::compare:
      return elementwise_.binary(site, operation.op, predicate_of(operation), from.bits, a(),
                                 operand(operation, 1));
    case Op::load:
      return type.tensor ? Elements(Unknown::loaded)
                         : Elements::unknown_multiple(1, Unknown::loaded);
    case Op::reduce:
      return type.tensor ? Elements(doubt_of(operation, *this))
                         : Elements::unknown_multiple(1, doubt_of(operation, *this));
    default:
      if (operation.op >= Op::add && operation.op <= Op::add_pointer) {
        return elementwise_.binary(site, operation.op, {}, bits, a(), operand(operation, 1));
      }
      return type.tensor ? Elements(doubt_of(operation, *this))
                         : Elements::unknown_multiple(1, doubt_of(operation, *this));
  }
}

}  // namespace layoutq
