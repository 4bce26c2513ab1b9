#pragma once

#include <functional>
#include <optional>

#include "core/mlir/attributes.h"
#include "core/mlir/integers.h"
#include "core/mlir/operations.h"

/// What the operations on MLIR's integers compute.
namespace layoutq {

/// Calls visit(function) with the comparison as a function of two numbers. `low` gives a number its
/// unsigned value, `in_signed_order` one that is ordered as the signed number is.
template <class Low, class InSignedOrder, class Visit>
bool with_comparison(Predicate predicate, Low low, InSignedOrder in_signed_order, Visit visit) {
  const auto by_sign = [=](auto holds) {
    visit([=](Int a, Int b) { return Int{holds(in_signed_order(a), in_signed_order(b))}; });
    return true;
  };
  const auto without_sign = [=](auto holds) {
    visit([=](Int a, Int b) { return Int{holds(low(a), low(b))}; });
    return true;
  };
  switch (predicate) {
    case Predicate::eq:
      return by_sign(std::equal_to());
    case Predicate::ne:
      return by_sign(std::not_equal_to());
    case Predicate::slt:
      return by_sign(std::less());
    case Predicate::sle:
      return by_sign(std::less_equal());
    case Predicate::sgt:
      return by_sign(std::greater());
    case Predicate::sge:
      return by_sign(std::greater_equal());
    case Predicate::ult:
      return without_sign(std::less());
    case Predicate::ule:
      return without_sign(std::less_equal());
    case Predicate::ugt:
      return without_sign(std::greater());
    case Predicate::uge:
      return without_sign(std::greater_equal());
  }
  return false;
}

/// Calls visit(function) with what an operation on two integers of a width computes, as a function
/// of two numbers. A result that MLIR leaves undefined, such as a division by zero, is 0. Returns
/// false for any other operation, and for a width that is not in 1 … 64.
template <class Visit>
bool with_arithmetic(Op op, std::optional<Predicate> predicate, int bits, Visit visit) {
  if (bits < 1 || bits > 64) return false;
  const auto wrap = [bits](Bits value) { return wrapped(static_cast<Int>(value), bits); };
  const auto low = [bits](Int value) { return unsigned_of(value, bits); };
  const auto in_signed_order = [bits](Int value) { return bits == 1 ? -value : value; };
  switch (op) {
    case Op::add:
    case Op::add_pointer:
      visit([=](Int a, Int b) { return wrap(static_cast<Bits>(a) + static_cast<Bits>(b)); });
      return true;
    case Op::subtract:
      visit([=](Int a, Int b) { return wrap(static_cast<Bits>(a) - static_cast<Bits>(b)); });
      return true;
    case Op::multiply:
      visit([=](Int a, Int b) { return wrap(static_cast<Bits>(a) * static_cast<Bits>(b)); });
      return true;
    case Op::divide_signed:
      visit([=](Int a, Int b) {
        // The least number has no opposite.
        if (b == -1) return wrap(Bits{0} - static_cast<Bits>(a));
        return b == 0 ? 0 : wrap(static_cast<Bits>(a / b));
      });
      return true;
    case Op::remainder_signed:
      visit([=](Int a, Int b) { return b == 0 || b == -1 ? 0 : a % b; });
      return true;
    case Op::divide_unsigned:
      visit([=](Int a, Int b) { return low(b) == 0 ? 0 : wrap(low(a) / low(b)); });
      return true;
    case Op::remainder_unsigned:
      visit([=](Int a, Int b) { return low(b) == 0 ? 0 : wrap(low(a) % low(b)); });
      return true;
    case Op::bit_and:
      visit([](Int a, Int b) { return a & b; });
      return true;
    case Op::bit_or:
      visit([](Int a, Int b) { return a | b; });
      return true;
    case Op::bit_xor:
      visit([](Int a, Int b) { return a ^ b; });
      return true;
    case Op::least_signed:
      visit([=](Int a, Int b) { return in_signed_order(b) < in_signed_order(a) ? b : a; });
      return true;
    case Op::greatest_signed:
      visit([=](Int a, Int b) { return in_signed_order(a) < in_signed_order(b) ? b : a; });
      return true;
    case Op::least_unsigned:
      visit([=](Int a, Int b) { return low(b) < low(a) ? b : a; });
      return true;
    case Op::greatest_unsigned:
      visit([=](Int a, Int b) { return low(a) < low(b) ? b : a; });
      return true;
    case Op::shift_left:
      visit([=](Int a, Int b) { return b < 0 || b >= bits ? 0 : wrap(static_cast<Bits>(a) << b); });
      return true;
    case Op::shift_right_signed:
      visit([=](Int a, Int b) { return b < 0 || b >= bits ? 0 : a >> b; });
      return true;
    case Op::shift_right_unsigned:
      visit([=](Int a, Int b) { return b < 0 || b >= bits ? 0 : wrap(low(a) >> b); });
      return true;
    case Op::compare:
      return predicate && with_comparison(*predicate, low, in_signed_order, visit);
    default:
      return false;
  }
}

/// Returns the result of an operation on two numbers; nullopt if `with_arithmetic` returns false.
inline std::optional<Int> combined(Op op, std::optional<Predicate> predicate, Int a, Int b,
                                   int bits) {
  std::optional<Int> answer;
  with_arithmetic(op, predicate, bits, [&](auto function) { answer = function(a, b); });
  return answer;
}

}  // namespace layoutq
