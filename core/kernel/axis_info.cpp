#include "core/kernel/axis_info.h"

#include <algorithm>
#include <numeric>

#include "core/kernel/arithmetic.h"
#include "core/kernel/walker.h"

namespace layoutq {

namespace {

using Dimension = AxisInfo::Dimension;

/// How a divisibility is joined: that of a group's first element counts for the others only where
/// both have the same groups.
Int joined_divisibility(const Dimension& a, const Dimension& b) {
  const Int both = std::gcd(a.divisibility, b.divisibility);
  return a.contiguity == b.contiguity ? both : std::gcd(both, std::gcd(a.contiguity, b.contiguity));
}

AxisInfo joined(const AxisInfo& a, const AxisInfo& b) {
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
    hints(operation, &info);
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

  AxisInfo result(const Operation& operation);
  AxisInfo elementwise(const Operation& operation);
  void hints(const Operation& operation, AxisInfo* info) const;

  const Kernels& kernels_;
  const Function& function_;
  std::vector<AxisInfo> infos_;
  std::vector<bool> joined_;  ///< whether a value was entered or defined before
};

/// What the program promises of a result: tl.multiple_of, tl.max_contiguous, tl.max_constancy.
void Analysis::hints(const Operation& operation, AxisInfo* facts) const {
  const auto take = [&](const std::vector<Int>& promised, Int Dimension::*member) {
    for (std::size_t d = 0; d < facts->dimensions.size() && !promised.empty(); ++d) {
      if (promised.size() > 1 && d == promised.size()) break;
      facts->dimensions[d].*member = promised.size() == 1 ? promised[0] : promised[d];
    }
  };
  take(operation.attributes.promised_contiguity, &Dimension::contiguity);
  take(operation.attributes.promised_divisibility, &Dimension::divisibility);
  take(operation.attributes.promised_constancy, &Dimension::constancy);
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
      const auto constant = operation.attributes.constant;
      return constant ? uniform(*constant) : facts;
    }
    case Op::make_range: {
      const auto [start, end] = operation.attributes.range;
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
      const auto axis = operation.attributes.axis;
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
  if (casts || !operation.is_elementwise()) return facts;
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
  const std::optional<Predicate> predicate = operation.attributes.predicate;
  const bool less = predicate == Predicate::slt || predicate == Predicate::ult ||
                    predicate == Predicate::sge || predicate == Predicate::uge;
  const bool greater = predicate == Predicate::sgt || predicate == Predicate::ugt ||
                       predicate == Predicate::sle || predicate == Predicate::ule;
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
