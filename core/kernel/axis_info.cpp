#include "core/kernel/axis_info.h"

#include <algorithm>
#include <numeric>

#include "core/kernel/arithmetic.h"
#include "core/kernel/walker.h"

namespace layoutq {

namespace {

using Dimension = AxisInfo::Dimension;

/// The divisibility of a value that is one of two. A divisibility is that of a group's first
/// element: it holds for the other value only if both have the same groups.
Int joined_divisibility(const Dimension& a, const Dimension& b) {
  const Int both = std::gcd(a.divisibility, b.divisibility);
  return a.contiguity == b.contiguity ? both : std::gcd(both, std::gcd(a.contiguity, b.contiguity));
}

AxisInfo joined(const AxisInfo& a, const AxisInfo& b) {
  AxisInfo info;
  for (std::size_t d = 0; d < std::min(a.dimensions.size(), b.dimensions.size()); ++d) {
    const Dimension& x = a.dimensions[d];
    const Dimension& y = b.dimensions[d];
    info.dimensions.push_back({std::gcd(x.contiguity, y.contiguity), joined_divisibility(x, y),
                               std::gcd(x.constancy, y.constancy)});
  }
  if (a.value == b.value) info.value = a.value;
  return info;
}

/// The rules for one dimension of an operation's result; a, b are the operands.
struct DimensionRule {
  Dimension x, y;           ///< of a and b
  std::optional<Int> a, b;  ///< the values of all elements of a and b, if they are known
  bool tensor;              ///< whether the result is a tensor
  Int extent;               ///< of the result
  Int pointee;              ///< the bytes that a pointer points at
  Int kept;                 ///< the constancy of a select's condition; 0 if it is a scalar

  /// The divisibility that a multiplication or shift starts from. That of a group's first element
  /// says nothing about the others once they are multiplied.
  static Int own(const Dimension& one, bool unchanged) {
    return one.contiguity > 1 && !unchanged ? 1 : one.divisibility;
  }
  Int constancy() const { return std::gcd(x.constancy, y.constancy); }
  Int divisibility() const { return std::gcd(x.divisibility, y.divisibility); }
  /// True if a counts through the whole dimension, and b is the same along it.
  bool counts_past_constant() const {
    return tensor && x.contiguity == extent && y.constancy == extent;
  }
  /// Every multiple of this many elements of a is a multiple of what b is divisible by.
  Int aligned() const { return std::gcd(x.contiguity, divisibility()); }

  Dimension sum() const {
    return {std::max(std::gcd(x.constancy, y.contiguity), std::gcd(x.contiguity, y.constancy)),
            divisibility(), constancy()};
  }
  Dimension product() const {
    return {b == 1   ? x.contiguity
            : a == 1 ? y.contiguity
                     : 1,
            bounded_product(own(x, b == 1), own(y, a == 1)), constancy()};
  }
  Dimension quotient() const {
    Dimension result{b == 1 ? x.contiguity : 1, 1, constancy()};
    const bool by_power =
        b && *b != 0 && *b != INT64_MIN && std::has_single_bit(static_cast<Bits>(std::abs(*b)));
    if (b == 1 || a == 0) {
      result.divisibility = x.divisibility;
    } else if (by_power && x.contiguity == 1) {
      result.divisibility = std::max<Int>(1, x.divisibility / std::abs(*b));
    }
    if (counts_past_constant()) result.constancy = std::max(result.constancy, aligned());
    return result;
  }
  Dimension remainder() const {
    return {counts_past_constant() ? aligned() : 1, tensor && y.constancy > 1 ? divisibility() : 1,
            constancy()};
  }
  Dimension comparison(std::optional<Predicate> predicate) const {
    if (!tensor) return {1, 1, 1};
    Int constant = constancy();
    switch (predicate.value_or(Predicate::eq)) {
      case Predicate::slt:
      case Predicate::ult:
      case Predicate::sge:
      case Predicate::uge:
        if (y.constancy == extent) constant = std::max(constant, aligned());
        break;
      case Predicate::sgt:
      case Predicate::ugt:
      case Predicate::sle:
      case Predicate::ule:
        if (x.constancy == extent) {
          constant = std::max(constant, std::gcd(y.contiguity, divisibility()));
        }
        break;
      case Predicate::eq:
      case Predicate::ne:
        break;
    }
    return {1, 1, constant};
  }
  Dimension selection() const {
    const Int contiguity = std::gcd(std::gcd(x.contiguity, y.contiguity), kept);
    const Int joined = joined_divisibility(x, y);
    return {contiguity, kept > 0 ? std::gcd(joined, contiguity) : joined,
            std::gcd(constancy(), kept)};
  }
  Dimension shift(Op op) const {
    constexpr Int most_shift = 62;
    const Int bits = std::clamp<Int>(b.value_or(0), 0, most_shift);
    const Int power = Int{1} << bits;
    const Int before = own(x, bits == 0);
    return {b == 0 ? x.contiguity : 1,
            op == Op::shift_left ? bounded_product(before, power)
            : b                  ? std::max<Int>(1, before / power)
                                 : 1,
            constancy()};
  }

  Dimension operator()(const Operation& operation) {
    switch (operation.op) {
      case Op::add_pointer:
        y.divisibility = bounded_product(y.divisibility, pointee);
        return sum();
      case Op::add:
        return sum();
      case Op::subtract:
        return {std::gcd(x.contiguity, y.constancy), divisibility(), constancy()};
      case Op::multiply:
        return product();
      case Op::divide_signed:
      case Op::divide_unsigned:
        return quotient();
      case Op::remainder_signed:
      case Op::remainder_unsigned:
        return remainder();
      case Op::compare:
        return comparison(operation.attributes.predicate);
      case Op::select:
        return selection();
      case Op::least_signed:
      case Op::least_unsigned:
      case Op::greatest_signed:
      case Op::greatest_unsigned:
        return {std::gcd(x.contiguity, y.contiguity), joined_divisibility(x, y), constancy()};
      case Op::shift_left:
      case Op::shift_right_signed:
      case Op::shift_right_unsigned:
        return shift(operation.op);
      default:
        return {1, 1, constancy()};
    }
  }
};

/// Computes axis info as a policy of Walker: the info of a value is joined from all that it may be,
/// until nothing changes.
class Analysis {
 public:
  using Value = AxisInfo;
  static constexpr bool decides = false;
  static constexpr bool joins = true;

  Analysis(const Kernels& kernels, const Function& function)
      : kernels_(kernels),
        function_(function),
        infos_(function.values.size()),
        joined_(function.values.size()) {
    for (std::size_t i = 0; i < infos_.size(); ++i) infos_[i] = nothing(static_cast<int>(i));
    for (const KernelArgument& argument : function_.arguments) {
      for (Dimension& dimension : at(argument.value).dimensions) {
        dimension.divisibility = argument.divisibility;
      }
    }
  }

  std::vector<AxisInfo> run() {
    Walker(this).walk(function_);
    return std::move(infos_);
  }

  // For Walker.

  AxisInfo value(ValueNumber number) const {
    return number == no_value ? AxisInfo() : infos_[static_cast<std::size_t>(number)];
  }
  /// Joins the arguments with what they were before, so that a loop within a loop goes on from
  /// there.
  void enter(const std::vector<ValueNumber>& arguments, std::vector<AxisInfo>* values) {
    for (std::size_t i = 0; i < std::min(arguments.size(), values->size()); ++i) {
      define(arguments[i], (*values)[i]);
      (*values)[i] = at(arguments[i]);
    }
  }
  void define(ValueNumber number, const AxisInfo& more) {
    const auto i = static_cast<std::size_t>(number);
    AxisInfo fitting = more.dimensions.empty() ? nothing(number) : more;
    if (fitting.dimensions.size() != infos_[i].dimensions.size()) return;
    infos_[i] = joined_[i] ? joined(infos_[i], fitting) : std::move(fitting);
    joined_[i] = true;
  }
  void compute(const Operation& operation, const Surroundings&) {
    if (operation.results != 1) return;
    AxisInfo info = result(operation);
    take_hints(operation, &info);
    AxisInfo& known = at(operation.first_result);
    if (info.dimensions.size() == known.dimensions.size()) known = std::move(info);
  }
  void done(const Operation&) {}
  static AxisInfo join(const AxisInfo& a, const AxisInfo& b, Unknown, int round) {
    constexpr int most_rounds = 64;  // after which a value that still changes may be anything
    const std::size_t rank = a.dimensions.empty() ? b.dimensions.size() : a.dimensions.size();
    // Without dimensions nothing is known. Another rank is that of a type that was not understood.
    if (a.dimensions.empty() || b.dimensions.empty() || round >= most_rounds) {
      return {std::vector<Dimension>(rank)};
    }
    return a.dimensions.size() == b.dimensions.size() ? joined(a, b) : a;
  }
  AxisInfo index(const Operation& loop, std::optional<Int>) const {
    return {{{.divisibility = std::gcd(operand(loop, 0).dimensions[0].divisibility,
                                       operand(loop, 2).dimensions[0].divisibility)}}};
  }
  // Conditions and counts are never known.
  static std::optional<std::size_t> side(const Operation&) { return std::nullopt; }
  static std::optional<Int> trip_count(const Operation&) { return std::nullopt; }
  static std::optional<bool> goes_on(const AxisInfo&, Int) { return std::nullopt; }
  static Unknown doubt(const Operation&) { return Unknown::operation; }
  static Unknown doubt(const AxisInfo&) { return Unknown::operation; }
  // Every join keeps a divisor of what there was, so that the work is bounded.
  static void charge(Int) {}
  static bool exhausted() { return false; }
  static AxisInfo cut(const Operation&, Int, const Surroundings&) { return {}; }

 private:
  AxisInfo& at(ValueNumber value) { return infos_[static_cast<std::size_t>(value)]; }
  const ValueType& type(ValueNumber value) const { return kernels_.type_of(function_, value); }
  /// The info of a value of which nothing is known.
  AxisInfo nothing(ValueNumber value) const {
    return {
        std::vector<Dimension>(static_cast<std::size_t>(std::max(1, type(value).shape.rank())))};
  }
  /// The info of an operand; that of a scalar of which nothing is known for a name that is not
  /// defined.
  AxisInfo operand(const Operation& operation, int i) const {
    const ValueNumber number = operation.operand(i);
    return number == no_value ? AxisInfo{{Dimension{}}} : value(number);
  }

  static bool is_tensor(const ValueType& type) { return type.tensor && type.shape.rank() > 0; }
  Int extent(ValueNumber value, std::size_t d) const {
    const Shape& shape = type(value).shape;
    return static_cast<int>(d) < shape.rank() ? shape[static_cast<int>(d)] : 1;
  }

  AxisInfo uniform(ValueNumber value, Int known) const;
  AxisInfo broadcast(const Operation& operation) const;
  AxisInfo expanded(const Operation& operation) const;
  AxisInfo loaded(const Operation& operation) const;
  AxisInfo result(const Operation& operation) const;
  std::optional<Int> known_value(const Operation& operation, const AxisInfo& a,
                                 const AxisInfo& b) const;
  AxisInfo elementwise(const Operation& operation) const;
  void take_hints(const Operation& operation, AxisInfo* info) const;

  const Kernels& kernels_;
  const Function& function_;
  std::vector<AxisInfo> infos_;
  std::vector<bool> joined_;  ///< whether a value was entered or defined before
};

/// Replaces what the program promises of a result, by tl.multiple_of, tl.max_contiguous or
/// tl.max_constancy.
void Analysis::take_hints(const Operation& operation, AxisInfo* info) const {
  const auto take = [&](const std::vector<Int>& promised, Int Dimension::*member) {
    for (std::size_t d = 0; d < info->dimensions.size() && !promised.empty(); ++d) {
      if (promised.size() > 1 && d == promised.size()) break;
      info->dimensions[d].*member = promised.size() == 1 ? promised[0] : promised[d];
    }
  };
  take(operation.attributes.promised_contiguity, &Dimension::contiguity);
  take(operation.attributes.promised_divisibility, &Dimension::divisibility);
  take(operation.attributes.promised_constancy, &Dimension::constancy);
}

/// The info of a value whose elements are all the same known number.
AxisInfo Analysis::uniform(ValueNumber value, Int known) const {
  AxisInfo info = nothing(value);
  info.value = known;
  for (std::size_t d = 0; d < info.dimensions.size(); ++d) {
    info.dimensions[d] = {1, power_of_two_in(known), extent(value, d)};
  }
  return info;
}

AxisInfo Analysis::broadcast(const Operation& operation) const {
  AxisInfo info = nothing(operation.first_result);
  const AxisInfo from = operand(operation, 0);
  const ValueType& source = type(operation.operand(0));
  if (static_cast<std::size_t>(source.shape.rank()) != info.dimensions.size()) return info;
  for (std::size_t d = 0; d < info.dimensions.size(); ++d) {
    info.dimensions[d] = from.dimensions[d];
    if (source.shape[static_cast<int>(d)] == 1) {
      info.dimensions[d].contiguity = 1;
      info.dimensions[d].constancy = extent(operation.first_result, d);
    }
  }
  info.value = from.value;
  return info;
}

AxisInfo Analysis::expanded(const Operation& operation) const {
  AxisInfo info = operand(operation, 0);
  const int axis = operation.attributes.axis;
  const int rank = std::max(1, type(operation.first_result).shape.rank());
  if (axis < 0 || axis >= rank || static_cast<int>(info.dimensions.size()) != rank - 1) {
    return nothing(operation.first_result);
  }
  Int divisibility = 0;
  for (const Dimension& old : info.dimensions) {
    divisibility = std::gcd(divisibility, old.contiguity > 1 ? 1 : old.divisibility);
  }
  if (info.value) divisibility = power_of_two_in(*info.value);
  info.dimensions.insert(info.dimensions.begin() + axis, {1, std::max<Int>(1, divisibility), 1});
  return info;
}

/// What is loaded is the same where the pointer and the mask are.
AxisInfo Analysis::loaded(const Operation& operation) const {
  AxisInfo info = nothing(operation.first_result);
  const AxisInfo pointer = operand(operation, 0);
  const AxisInfo mask = operand(operation, 1);
  for (std::size_t d = 0; d < std::min(info.dimensions.size(), pointer.dimensions.size()); ++d) {
    Int& constancy = info.dimensions[d].constancy;
    constancy = pointer.dimensions[d].constancy;
    if (operation.mask_operand() != no_value && d < mask.dimensions.size()) {
      constancy = std::gcd(constancy, mask.dimensions[d].constancy);
    }
  }
  return info;
}

AxisInfo Analysis::result(const Operation& operation) const {
  const ValueNumber value = operation.first_result;
  AxisInfo info = nothing(value);
  switch (operation.op) {
    case Op::constant:
      return operation.attributes.constant ? uniform(value, *operation.attributes.constant) : info;
    case Op::make_range: {
      const auto [start, end] = operation.attributes.range;
      constexpr Int of_zero = Int{1} << 30;
      if (start < 0 || end <= start) return info;
      info.dimensions[0] = {end - start, start == 0 ? of_zero : power_of_two_in(start), 1};
      return info;
    }
    case Op::splat: {
      const AxisInfo from = operand(operation, 0);
      for (std::size_t d = 0; d < info.dimensions.size(); ++d) {
        info.dimensions[d] = {1, from.dimensions[0].divisibility, extent(value, d)};
      }
      info.value = from.value;
      return info;
    }
    case Op::broadcast:
      return broadcast(operation);
    case Op::expand_dims:
      return expanded(operation);
    case Op::convert_layout:
    case Op::extend_signed:
    case Op::extend_unsigned:
    case Op::truncate:
    case Op::bitcast:
      return operand(operation, 0);
    case Op::load:
      return loaded(operation);
    case Op::reinterpret:
    case Op::index_cast:
      return info;
    default:
      if (!operation.is_elementwise()) return info;
      info = elementwise(operation);
      return info.value ? uniform(value, *info.value) : info;
  }
}

/// The value of all elements, if it follows from the operands' values.
std::optional<Int> Analysis::known_value(const Operation& operation, const AxisInfo& a,
                                         const AxisInfo& b) const {
  const ValueType& to = type(operation.first_result);
  switch (operation.op) {
    case Op::remainder_signed:
    case Op::remainder_unsigned:
      if (b.value == 1) return 0;
      break;
    case Op::add_pointer:
      return std::nullopt;
    case Op::select:
      return a.value == b.value ? a.value : std::nullopt;
    case Op::compare:
      if (!is_tensor(to)) return std::nullopt;
      break;
    default:
      break;
  }
  if (!a.value || !b.value) return std::nullopt;
  const int bits = operation.op == Op::compare ? type(operation.operand(0)).bits : to.bits;
  return combined(operation.op, operation.attributes.predicate, *a.value, *b.value, bits);
}

/// An operation of two operands, or select, whose condition comes before them.
AxisInfo Analysis::elementwise(const Operation& operation) const {
  const ValueType& to = type(operation.first_result);
  AxisInfo info = nothing(operation.first_result);
  const std::size_t rank = info.dimensions.size();
  const bool selects = operation.op == Op::select;
  const AxisInfo a = operand(operation, selects ? 1 : 0);
  const AxisInfo b = operand(operation, selects ? 2 : 1);
  const AxisInfo condition = selects ? operand(operation, 0) : AxisInfo{};
  if (selects && condition.value) return *condition.value != 0 ? a : b;
  if (a.dimensions.size() != rank || b.dimensions.size() != rank) return info;
  const bool tensor_condition =
      selects && type(operation.operand(0)).tensor && condition.dimensions.size() == rank;
  info.value = known_value(operation, a, b);
  for (std::size_t d = 0; d < rank; ++d) {
    info.dimensions[d] =
        DimensionRule{.x = a.dimensions[d],
                      .y = b.dimensions[d],
                      .a = a.value,
                      .b = b.value,
                      .tensor = is_tensor(to),
                      .extent = extent(operation.first_result, d),
                      .pointee = std::max<Int>(1, to.bytes()),
                      .kept = tensor_condition ? condition.dimensions[d].constancy : 0}(operation);
  }
  return info;
}

}  // namespace

std::vector<AxisInfo> axis_info_of(const Kernels& kernels, const Function& function) {
  return Analysis(kernels, function).run();
}

}  // namespace layoutq
