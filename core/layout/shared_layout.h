#pragma once

#include <optional>
#include <vector>

#include "core/layout/layout.h"

namespace layoutq {

/// Room that is left free in shared memory: `elements` of it after every `interval` elements.
struct Padding {
  Int interval = 1;  ///< a power of two
  Int elements = 0;

  friend bool operator==(const Padding&, const Padding&) = default;
};

/// Where each element of a tensor lies in the shared memory of a CTA: its offset, counted in
/// elements from where the tensor begins.
///
/// The elements are numbered first, by a map whose bases combine by xor: a Layout whose registers
/// are these numbers, in one lane of one warp, so that whatever asks a layout can ask this one.
/// Each number has one element, and in each CTA no two numbers have the same one. Padding then
/// moves number i to
///
///     offset = i + Σ (i / interval) · elements
///
/// over all paddings, which no xor describes any more: with padding, offsets are counted, not
/// solved.
class SharedLayout {
 public:
  /// The number of each element, and the paddings; at most 2^62 elements with their padding.
  explicit SharedLayout(LinearLayout numbers, std::vector<Padding> paddings = {});

  const Shape& shape() const { return numbers_.shape(); }
  /// The CTAs of the cluster. Each has a part of the tensor, or all of it.
  Int blocks() const { return numbers_.blocks(); }
  /// Elements that one CTA has.
  Int elements() const { return numbers_.registers(); }
  /// How many elements' room they take, with the padding between them: one more than the greatest
  /// offset.
  Int size() const { return offset(elements() - 1) + 1; }
  /// Those that move any element.
  const std::vector<Padding>& paddings() const { return paddings_; }

  /// The elements by their numbers, as the registers of a single thread.
  const Layout& numbers() const { return numbers_; }
  /// Where the element of that number lies, 0 ≤ number < elements().
  Int offset(Int number) const;
  /// How many elements lie before that offset: offsets grow with the numbers.
  Int numbers_before(Int offset) const;
  /// The number of the element that lies there, or nothing for padding; 0 ≤ offset < size().
  std::optional<Int> number(Int offset) const;

 private:
  Layout numbers_;
  std::vector<Padding> paddings_;
};

}  // namespace layoutq
