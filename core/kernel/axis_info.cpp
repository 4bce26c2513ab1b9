#include "core/kernel/axis_info.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>

#include "core/kernel/arithmetic.h"

namespace layoutq {

namespace {

using Dimension = AxisInfo::Dimension;

/// How a divisibility is joined: that of a group's first element counts for the others only where
/// both have the same groups.
Int joined_divisibility(const Dimension& a, const Dimension& b) {
  const Int both = std::gcd(a.divisibility, b.divisibility);
  return a.contiguity == b.contiguity ? both : std::gcd(both, std::gcd(a.contiguity, b.contiguity));
}

AxisInfo join(const AxisInfo& a, const AxisInfo& b) {
  AxisInfo facts;
  for (std::size_t d = 0; d < std::min(a.dimensions.size(), b.dimensions.size()); ++d) {
    const Dimension& x = a.dimensions[d];
    const Dimension& y = b.dimensions[d];
    facts.dimensions.push_back({std::gcd(x.contiguity, y.contiguity), joined_divisibility(x, y),
                                std::gcd(x.constancy, y.constancy)});
  }
  if (a.value == b.value) facts.value = a.value;
  return facts;
}

class Analysis {
 public:
  Analysis(const Kernels& kernels, const Function& function)
      : kernels_(kernels),
        function_(function),
        facts_(function.values.size()),
        joined_(function.values.size()) {
    for (std::size_t i = 0; i < facts_.size(); ++i) facts_[i] = nothing(static_cast<int>(i));
  }

  std::vector<AxisInfo> run() {
    for (const KernelArgument& argument : function_.arguments) {
      AxisInfo& facts = at(argument.value);
      for (Dimension& dimension : facts.dimensions) dimension.divisibility = argument.divisibility;
    }
    blocks(function_.body);
    return std::move(facts_);
  }

 private:
  AxisInfo& at(ValueNumber value) { return facts_[static_cast<std::size_t>(value)]; }
  const ValueType& type(ValueNumber value) const { return kernels_.type_of(function_, value); }
  AxisInfo nothing(ValueNumber value) const {
    return {
        std::vector<Dimension>(static_cast<std::size_t>(std::max(1, type(value).shape.rank())))};
  }
  /// An operand's facts; of an unknown one those that nothing is known of.
  AxisInfo operand(const Operation& operation, int i) {
    const ValueNumber value = operation.operand(i);
    return value == no_value ? AxisInfo{{Dimension{}}} : at(value);
  }

  /// Joins what is known of a value with what comes to it from another one; says whether that
  /// changed it. What was joined once is never more again: loops within loops go on from there.
  bool joins(ValueNumber to, ValueNumber from) {
    if (to == no_value) return false;
    const AxisInfo more = from == no_value ? nothing(to) : at(from);
    if (more.dimensions.size() != at(to).dimensions.size()) return false;
    const AxisInfo before = at(to);
    at(to) = joined_[static_cast<std::size_t>(to)] ? join(before, more) : more;
    joined_[static_cast<std::size_t>(to)] = true;
    return !(before == at(to));
  }
  /// Takes a value to be anything.
  void forget(ValueNumber value) {
    at(value) = nothing(value);
    joined_[static_cast<std::size_t>(value)] = true;
  }

  void blocks(const std::vector<BasicBlock>& blocks);
  template <class Iterate>
  void carry(std::span<const ValueNumber> carried, Iterate iterate);
  void block(const BasicBlock& block) {
    for (const Operation& operation : block.operations) visit(operation);
  }
  void visit(const Operation& operation);
  void loop(const Operation& operation);
  void while_loop(const Operation& operation);
  void branch(const Operation& operation);
  AxisInfo result(const Operation& operation);
  AxisInfo elementwise(const Operation& operation);
  void hints(const Operation& operation, AxisInfo* facts) const;

  const Kernels& kernels_;
  const Function& function_;
  std::vector<AxisInfo> facts_;
  std::vector<bool> joined_;  ///< whether something has come to the value
};

/// The operation that ends a region's last block.
const Operation* terminator(const std::vector<BasicBlock>& blocks) {
  return blocks.empty() || blocks.back().operations.empty() ? nullptr
                                                            : &blocks.back().operations.back();
}

/// Rounds after which values that still change are taken to be anything.
constexpr int most_rounds = 64;

void Analysis::blocks(const std::vector<BasicBlock>& blocks) {
  if (blocks.size() == 1) return block(blocks.front());
  // Blocks that jump to each other: their arguments are joined until nothing changes.
  bool changed = true;
  for (int round = 0; changed && round <= most_rounds; ++round) {
    changed = false;
    for (const BasicBlock& one : blocks) {
      block(one);
      if (one.operations.empty()) continue;
      for (const Successor& successor : one.operations.back().successors) {
        const auto target =
            std::find_if(blocks.begin(), blocks.end(),
                         [&](const BasicBlock& other) { return other.label == successor.label; });
        if (target == blocks.end()) continue;
        for (std::size_t i = 0; i < target->arguments.size(); ++i) {
          const bool given = i < successor.operands.size();
          changed |= joins(target->arguments[i], given ? successor.operands[i] : no_value);
          if (round == most_rounds) forget(target->arguments[i]);
        }
      }
    }
  }
}

void Analysis::visit(const Operation& operation) {
  switch (operation.op) {
    case Op::for_loop:
      return loop(operation);
    case Op::while_loop:
      return while_loop(operation);
    case Op::branch:
      return branch(operation);
    default:
      break;
  }
  if (operation.results == 1) {
    AxisInfo facts = result(operation);
    hints(operation, &facts);
    if (facts.dimensions.size() == at(operation.first_result).dimensions.size()) {
      at(operation.first_result) = std::move(facts);
    }
  }
  for (const auto& region : operation.regions) blocks(region);
}

/// Joins what an iteration makes of carried values with these, until nothing changes. `iterate`
/// goes through it and returns what yields them.
template <class Iterate>
void Analysis::carry(std::span<const ValueNumber> carried, Iterate iterate) {
  bool changed = true;
  for (int round = 0; changed && round <= most_rounds; ++round) {
    changed = false;
    const Operation* yield = iterate();
    if (yield == nullptr || yield->op != Op::yield) return;
    for (std::size_t i = 0; i < carried.size(); ++i) {
      changed |= joins(carried[i], yield->operand(static_cast<int>(i)));
      if (round == most_rounds) forget(carried[i]);
    }
  }
}

void Analysis::loop(const Operation& operation) {
  if (operation.regions.empty() || operation.regions[0].empty()) return;
  const BasicBlock& body = operation.regions[0].front();
  if (body.arguments.empty()) return;
  AxisInfo index = nothing(body.arguments[0]);
  index.dimensions[0].divisibility = std::gcd(operand(operation, 0).dimensions[0].divisibility,
                                              operand(operation, 2).dimensions[0].divisibility);
  at(body.arguments[0]) = index;
  // Behind the bounds and the step come what the carried values begin with.
  constexpr int before_carried = 3;
  const std::span carried = std::span(body.arguments).subspan(1);
  for (std::size_t i = 0; i < carried.size(); ++i) {
    joins(carried[i], operation.operand(static_cast<int>(i) + before_carried));
  }
  carry(carried, [&] {
    blocks(operation.regions[0]);
    return terminator(operation.regions[0]);
  });
  for (std::size_t i = 0; i < carried.size() && static_cast<int>(i) < operation.results; ++i) {
    joins(operation.first_result + static_cast<int>(i), carried[i]);
  }
}

void Analysis::while_loop(const Operation& operation) {
  if (operation.regions.size() < 2 || operation.regions[0].empty() ||
      operation.regions[1].empty()) {
    return;
  }
  const BasicBlock& before = operation.regions[0].front();
  const BasicBlock& after = operation.regions[1].front();
  for (std::size_t i = 0; i < before.arguments.size(); ++i) {
    joins(before.arguments[i], operation.operand(static_cast<int>(i)));
  }
  carry(before.arguments, [&] {
    blocks(operation.regions[0]);
    const Operation* condition = terminator(operation.regions[0]);
    if (condition != nullptr && condition->op == Op::condition) {
      // Its first operand is whether to go on; the others are passed on.
      for (int i = 0; i + 1 < static_cast<int>(condition->operands.size()); ++i) {
        const ValueNumber from = condition->operand(i + 1);
        if (i < static_cast<int>(after.arguments.size())) {
          joins(after.arguments[static_cast<std::size_t>(i)], from);
        }
        if (i < operation.results) joins(operation.first_result + i, from);
      }
    }
    blocks(operation.regions[1]);
    return terminator(operation.regions[1]);
  });
}

void Analysis::branch(const Operation& operation) {
  for (const auto& region : operation.regions) {
    blocks(region);
    const Operation* yield = terminator(region);
    if (yield == nullptr || yield->op != Op::yield) continue;
    for (int i = 0; i < operation.results; ++i) {
      joins(operation.first_result + i, yield->operand(i));
    }
  }
}

/// What the program promises of a result: tl.multiple_of, tl.max_contiguous, tl.max_constancy.
void Analysis::hints(const Operation& operation, AxisInfo* facts) const {
  if (operation.text.find("tt.") == std::string_view::npos) return;
  const auto take = [&](std::string_view name, Int Dimension::*member) {
    const auto text = operation.attribute(name);
    if (!text) return;
    // `dense<64> : …`, `dense<[1, 64]> : …`
    std::vector<Int> numbers;
    const char* const end = text->data() + std::min(text->find('>'), text->size());
    for (const char* i = text->data(); i < end; ++i) {
      Int number = 0;
      const auto read = std::from_chars(i, end, number);
      if (read.ec != std::errc()) continue;
      if (number > 0) numbers.push_back(std::min(number, most_divisibility));
      i = read.ptr - 1;
    }
    for (std::size_t d = 0; d < facts->dimensions.size() && !numbers.empty(); ++d) {
      if (numbers.size() > 1 && d == numbers.size()) break;
      facts->dimensions[d].*member = numbers.size() == 1 ? numbers[0] : numbers[d];
    }
  };
  take("tt.contiguity", &Dimension::contiguity);
  take("tt.divisibility", &Dimension::divisibility);
  take("tt.constancy", &Dimension::constancy);
}

AxisInfo Analysis::result(const Operation& operation) {
  const ValueNumber value = operation.first_result;
  const ValueType& to = type(value);
  AxisInfo facts = nothing(value);
  const auto extent = [&](int d) { return d < to.shape.rank() ? to.shape[d] : 1; };
  const auto rank = static_cast<int>(facts.dimensions.size());
  const auto uniform = [&](Int known) {
    facts.value = known;
    for (int d = 0; d < rank; ++d) {
      facts.dimensions[static_cast<std::size_t>(d)] = {1, power_of_two_in(known), extent(d)};
    }
    return facts;
  };
  switch (operation.op) {
    case Op::constant: {
      const auto constant = constant_of(operation, to);
      return constant ? uniform(*constant) : facts;
    }
    case Op::make_range: {
      const Int start = operation.number_attribute("start").value_or(0);
      const Int end = operation.number_attribute("end").value_or(0);
      constexpr Int of_zero = Int{1} << 30;
      if (start < 0 || end <= start) return facts;
      facts.dimensions[0] = {end - start, start == 0 ? of_zero : power_of_two_in(start), 1};
      return facts;
    }
    case Op::splat: {
      const AxisInfo from = operand(operation, 0);
      for (int d = 0; d < rank; ++d) {
        facts.dimensions[static_cast<std::size_t>(d)] = {1, from.dimensions[0].divisibility,
                                                         extent(d)};
      }
      facts.value = from.value;
      return facts;
    }
    case Op::broadcast: {
      const AxisInfo from = operand(operation, 0);
      const ValueType& source = type(operation.operand(0));
      if (source.shape.rank() != rank) return facts;
      for (int d = 0; d < rank; ++d) {
        Dimension& dimension = facts.dimensions[static_cast<std::size_t>(d)];
        dimension = from.dimensions[static_cast<std::size_t>(d)];
        if (source.shape[d] == 1) dimension = {1, dimension.divisibility, extent(d)};
      }
      facts.value = from.value;
      return facts;
    }
    case Op::expand_dims: {
      const AxisInfo from = operand(operation, 0);
      const auto axis = operation.number_attribute("axis").value_or(-1);
      if (axis < 0 || axis >= rank || static_cast<int>(from.dimensions.size()) != rank - 1) {
        return facts;
      }
      Int divisibility = 0;
      for (const Dimension& old : from.dimensions) {
        divisibility = std::gcd(divisibility, old.contiguity > 1 ? 1 : old.divisibility);
      }
      if (from.value) divisibility = power_of_two_in(*from.value);
      facts = from;
      facts.dimensions.insert(facts.dimensions.begin() + axis,
                              {1, std::max<Int>(1, divisibility), 1});
      return facts;
    }
    case Op::convert_layout:
    case Op::extend_signed:
    case Op::extend_unsigned:
    case Op::truncate:
    case Op::bitcast:
      return operand(operation, 0);
    case Op::load: {
      const AxisInfo pointer = operand(operation, 0);
      const bool masked = operation.mask_operand() != no_value;
      const AxisInfo mask = operand(operation, 1);
      for (std::size_t d = 0; d < facts.dimensions.size() && d < pointer.dimensions.size(); ++d) {
        facts.dimensions[d].constancy = pointer.dimensions[d].constancy;
        if (masked && d < mask.dimensions.size()) {
          facts.dimensions[d].constancy =
              std::gcd(facts.dimensions[d].constancy, mask.dimensions[d].constancy);
        }
      }
      return facts;
    }
    default:
      break;
  }
  const bool casts = operation.op == Op::reinterpret || operation.op == Op::index_cast;
  if (casts || !is_elementwise(operation.op)) return facts;
  facts = elementwise(operation);
  if (facts.value) return uniform(*facts.value);
  return facts;
}

/// The rules for two operands (three for select), dimension by dimension.
AxisInfo Analysis::elementwise(const Operation& operation) {
  const ValueNumber value = operation.first_result;
  const ValueType& to = type(value);
  AxisInfo facts = nothing(value);
  const bool selects = operation.op == Op::select;
  const AxisInfo a = operand(operation, selects ? 1 : 0);
  const AxisInfo b = operand(operation, selects ? 2 : 1);
  const AxisInfo condition = selects ? operand(operation, 0) : AxisInfo{};
  if (selects && condition.value) return *condition.value != 0 ? a : b;
  if (a.dimensions.size() != facts.dimensions.size() ||
      b.dimensions.size() != facts.dimensions.size()) {
    return facts;
  }
  const bool tensor = to.tensor && to.shape.rank() > 0;
  const bool tensor_condition = selects && type(operation.operand(0)).tensor &&
                                condition.dimensions.size() == facts.dimensions.size();
  const Int pointee = operation.op == Op::add_pointer ? std::max<Int>(1, to.bytes()) : 1;
  const auto is = [](const std::optional<Int>& known, Int number) { return known == number; };
  const bool power_of_two = b.value && *b.value != 0 && *b.value != INT64_MIN &&
                            std::has_single_bit(static_cast<Bits>(std::abs(*b.value)));
  const std::string_view predicate =
      operation.op == Op::compare ? predicate_of(operation) : std::string_view();
  const bool less =
      predicate == "slt" || predicate == "ult" || predicate == "sge" || predicate == "uge";
  const bool greater =
      predicate == "sgt" || predicate == "ugt" || predicate == "sle" || predicate == "ule";
  if (a.value && b.value && !(operation.op == Op::compare && !tensor)) {
    facts.value = operation.op == Op::add_pointer ? std::nullopt
                  : selects                       ? (a.value == b.value ? a.value : std::nullopt)
                            : combined(operation.op, predicate, *a.value, *b.value,
                                       operation.op == Op::compare ? type(operation.operand(0)).bits
                                                                   : to.bits);
  }
  if ((operation.op == Op::remainder_signed || operation.op == Op::remainder_unsigned) &&
      is(b.value, 1)) {
    facts.value = 0;
  }
  for (std::size_t d = 0; d < facts.dimensions.size(); ++d) {
    const Dimension& x = a.dimensions[d];
    const Dimension& y = b.dimensions[d];
    const Int extent = static_cast<int>(d) < to.shape.rank() ? to.shape[static_cast<int>(d)] : 1;
    // A group's first element tells the others' divisibility no more once it is multiplied.
    const auto own = [](const Dimension& of, bool keeps) {
      return of.contiguity > 1 && !keeps ? 1 : of.divisibility;
    };
    const Int constancy = std::gcd(x.constancy, y.constancy);
    const Int aligned = std::gcd(x.contiguity, std::gcd(x.divisibility, y.divisibility));
    const bool whole = tensor && x.contiguity == extent && y.constancy == extent;
    Dimension& out = facts.dimensions[d];
    out = {1, 1, constancy};
    switch (operation.op) {
      case Op::add:
      case Op::add_pointer:
        out.contiguity =
            std::max(std::gcd(x.constancy, y.contiguity), std::gcd(x.contiguity, y.constancy));
        out.divisibility = std::gcd(x.divisibility, bounded_product(y.divisibility, pointee));
        break;
      case Op::subtract:
        out.contiguity = std::gcd(x.contiguity, y.constancy);
        out.divisibility = std::gcd(x.divisibility, y.divisibility);
        break;
      case Op::multiply:
        out.contiguity = is(b.value, 1) ? x.contiguity : is(a.value, 1) ? y.contiguity : 1;
        out.divisibility = bounded_product(own(x, is(b.value, 1)), own(y, is(a.value, 1)));
        break;
      case Op::divide_signed:
      case Op::divide_unsigned:
        out.contiguity = is(b.value, 1) ? x.contiguity : 1;
        if (is(b.value, 1) || is(a.value, 0)) {
          out.divisibility = x.divisibility;
        } else if (power_of_two && x.contiguity == 1) {
          out.divisibility = std::max<Int>(1, x.divisibility / std::abs(*b.value));
        }
        if (whole) out.constancy = std::max(constancy, aligned);
        break;
      case Op::remainder_signed:
      case Op::remainder_unsigned:
        if (whole) out.contiguity = aligned;
        if (tensor && y.constancy > 1) out.divisibility = std::gcd(x.divisibility, y.divisibility);
        break;
      case Op::compare:
        if (!tensor) {
          out.constancy = 1;
          break;
        }
        if (less && y.constancy == extent) out.constancy = std::max(constancy, aligned);
        if (greater && x.constancy == extent) {
          out.constancy =
              std::max(constancy, std::gcd(y.contiguity, std::gcd(x.divisibility, y.divisibility)));
        }
        break;
      case Op::select: {
        const Int kept = tensor_condition ? condition.dimensions[d].constancy : 0;
        out.contiguity = std::gcd(std::gcd(x.contiguity, y.contiguity), kept);
        out.divisibility = joined_divisibility(x, y);
        if (tensor_condition) out.divisibility = std::gcd(out.divisibility, out.contiguity);
        out.constancy = std::gcd(constancy, kept);
        break;
      }
      case Op::least_signed:
      case Op::least_unsigned:
      case Op::greatest_signed:
      case Op::greatest_unsigned:
        out.contiguity = std::gcd(x.contiguity, y.contiguity);
        out.divisibility = joined_divisibility(x, y);
        break;
      case Op::shift_left:
      case Op::shift_right_signed:
      case Op::shift_right_unsigned: {
        out.contiguity = is(b.value, 0) ? x.contiguity : 1;
        constexpr Int most_shift = 62;
        const bool left = operation.op == Op::shift_left;
        const Int shift = std::clamp<Int>(b.value.value_or(0), 0, most_shift);
        const Int power = Int{1} << shift;
        const Int divisibility = own(x, shift == 0);
        out.divisibility = left      ? bounded_product(divisibility, power)
                           : b.value ? std::max<Int>(1, divisibility / power)
                                     : 1;
        break;
      }
      default:
        break;
    }
  }
  return facts;
}

}  // namespace

std::vector<AxisInfo> axis_info_of(const Kernels& kernels, const Function& function) {
  return Analysis(kernels, function).run();
}

}  // namespace layoutq
