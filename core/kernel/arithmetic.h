#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/layout/linear/bits.h"
#include "core/mlir/kernels.h"

/// MLIR's integers: numbers of a width that wrap. They are kept with their sign; those of one bit
/// are 0 or 1.
namespace layoutq {

/// The low `bits` bits of a number; all of it for a width that is none.
constexpr Int wrapped(Int value, int bits) {
  if (bits < 1 || bits >= 64) return value;
  if (bits == 1) return value & 1;
  const auto shifted = static_cast<Bits>(value) << (64 - bits);
  return static_cast<Int>(shifted) >> (64 - bits);
}

/// The same bits as a number without a sign.
constexpr Bits unsigned_of(Int value, int bits) {
  return static_cast<Bits>(value) & bits_below(std::min(bits, 64));
}

/// The greatest divisibility: that of 0, and of products that pass it.
inline constexpr Int most_divisibility = Int{1} << 62;

/// The greatest power of two that divides a number.
constexpr Int power_of_two_in(Int value) {
  return value == 0 ? most_divisibility
                    : static_cast<Int>(Bits{1}
                                       << std::min(62, std::countr_zero(static_cast<Bits>(value))));
}

/// The product of two divisibilities.
constexpr Int bounded_product(Int a, Int b) {
  Int product = 0;
  return __builtin_mul_overflow(a, b, &product) ? most_divisibility
                                                : std::min(product, most_divisibility);
}

/// "slt" of an arith.cmpi.
std::string_view predicate_of(const Operation& operation);
/// What an arith.constant is; nothing where it is no integer, or not the same for all elements.
std::optional<Int> constant_of(const Operation& operation, const ValueType& type);

/// Calls visit(function) with what an operation of two integers of that width computes: a function
/// of two numbers. What is undefined, as a division by zero, is 0. False for an operation that is
/// none, and for a width that is not 1 … 64.
template <class Visit>
bool with_arithmetic(Op op, std::string_view predicate, int bits, Visit visit) {
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
    case Op::compare: {
      const bool without_sign = predicate.starts_with('u');
      const auto ordered = [=](auto holds) {
        if (without_sign) {
          visit([=](Int a, Int b) { return Int{holds(low(a), low(b))}; });
        } else {
          visit([=](Int a, Int b) { return Int{holds(in_signed_order(a), in_signed_order(b))}; });
        }
      };
      if (predicate == "eq") return ordered([](auto a, auto b) { return a == b; }), true;
      if (predicate == "ne") return ordered([](auto a, auto b) { return a != b; }), true;
      predicate.remove_prefix(std::min<std::size_t>(1, predicate.size()));
      if (predicate == "lt") return ordered([](auto a, auto b) { return a < b; }), true;
      if (predicate == "le") return ordered([](auto a, auto b) { return a <= b; }), true;
      if (predicate == "gt") return ordered([](auto a, auto b) { return a > b; }), true;
      if (predicate == "ge") return ordered([](auto a, auto b) { return a >= b; }), true;
      return false;
    }
    default:
      return false;
  }
}

/// The operation of two numbers; nothing for one that is none.
inline std::optional<Int> combined(Op op, std::string_view predicate, Int a, Int b, int bits) {
  std::optional<Int> answer;
  with_arithmetic(op, predicate, bits, [&](auto function) { answer = function(a, b); });
  return answer;
}

}  // namespace layoutq
