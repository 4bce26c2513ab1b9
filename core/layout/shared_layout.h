#pragma once

#include <optional>
#include <vector>

#include "core/layout/layout.h"

namespace layoutq {

/// Free room in shared memory: `elements` elements after every `interval` elements.
struct Padding {
  Int interval = 1;  ///< a power of two
  Int elements = 0;

  friend bool operator==(const Padding&, const Padding&) = default;
};

/// A layout of shared memory: it maps each element of a tensor to its offset in a CTA's shared
/// memory, in elements from the start of the tensor.
///
/// It has two steps. First a linear map numbers the elements of a CTA. It is a Layout whose
/// registers are the numbers, in one lane of one warp, so that every question about layouts can be
/// asked of it. Each number holds one element, and no two numbers of a CTA hold the same one. Then
/// padding moves number i to
///
///     offset = i + Σ (i / interval) · elements
///
/// where the sum is over all paddings. This step is not linear over xor, so with padding offsets
/// are computed one by one.
///
/// For example, with 4 elements of padding after every 32, number 70 has offset 70 + 2 · 4 = 78.
class SharedLayout {
 public:
  /// Takes the map of numbers and the paddings. The size with padding is at most 2^62 elements.
  explicit SharedLayout(LinearLayout numbers, std::vector<Padding> paddings = {});

  const Shape& shape() const { return numbers_.shape(); }
  /// The CTAs of the cluster. Each holds a part of the tensor, or all of it.
  Int blocks() const { return numbers_.blocks(); }
  /// The number of elements in a CTA.
  Int elements() const { return numbers_.registers(); }
  /// The room that they take, in elements and with the padding between them: one more than the
  /// largest offset.
  Int size() const { return offset(elements() - 1) + 1; }
  /// The paddings that move at least one element.
  const std::vector<Padding>& paddings() const { return paddings_; }

  /// The map of numbers, as the registers of a single thread.
  const Layout& numbers() const { return numbers_; }
  /// The same map by its bases: where its bits move. A SharedLayout always has them.
  LinearLayout linear() const { return *numbers_.linear(); }
  /// Returns the offset of a number, 0 ≤ number < elements().
  Int offset(Int number) const;
  /// Returns how many elements lie before the offset. Offsets grow with the numbers.
  Int numbers_before(Int offset) const;
  /// Returns the number of the element at the offset, or nullopt if padding lies there. 0 ≤ offset
  /// < size().
  std::optional<Int> number(Int offset) const;

 private:
  Layout numbers_;
  std::vector<Padding> paddings_;
};

}  // namespace layoutq
