#include "core/layout/linear/bits.h"

namespace layoutq {

Bits BitSpan::reduced(Bits vector) const {
  for (Bits other : basis_) {
    if (vector & std::bit_floor(other)) vector ^= other;
  }
  return vector;
}

bool BitSpan::add(Bits vector) {
  vector = reduced(vector);
  if (vector == 0) return false;
  const Bits leading = std::bit_floor(vector);
  for (Bits& other : basis_) {
    if (other & leading) other ^= vector;
  }
  basis_.push_back(vector);
  return true;
}

bool BitEquations::add(Bits mask, bool value) {
  for (const Equation& other : equations_) {
    if (mask & std::bit_floor(other.mask)) {
      mask ^= other.mask;
      value = value != other.value;
    }
  }
  if (mask == 0) return !value;
  const Bits leading = std::bit_floor(mask);
  for (Equation& other : equations_) {
    if (other.mask & leading) {
      other.mask ^= mask;
      other.value = other.value != value;
    }
  }
  equations_.push_back({mask, value});
  return true;
}

}  // namespace layoutq
