#pragma once

#include <optional>
#include <vector>

#include "core/mlir/kernels.h"

namespace layoutq {

/// What is known of a value's elements at compile time, whatever the arguments: Triton's axis info.
/// The compiler chooses the widths of loads and stores from it. For example
///
///     tensor<1024xi32>                   contiguity  divisibility  constancy
///     tt.make_range 0 … 1023                   1024          2^30          1
///     tt.splat %n, %n divisible by 16             1            16       1024
///     their sum                                1024            16          1
///     range < splat                               1             1         16
struct AxisInfo {
  /// What is known along one dimension of a tensor. A scalar has one dimension.
  struct Dimension {
    /// In aligned groups of this many elements each is one more than the one before, or one
    /// element further if they are pointers.
    Int contiguity = 1;
    /// The first element of each of these groups is divisible by this; of a pointer, the address in
    /// bytes.
    Int divisibility = 1;
    /// In aligned groups of this many elements all are the same.
    Int constancy = 1;

    friend bool operator==(const Dimension&, const Dimension&) = default;
  };

  std::vector<Dimension> dimensions;
  /// The number that all elements are, if it is known.
  std::optional<Int> value = std::nullopt;

  friend bool operator==(const AxisInfo&, const AxisInfo&) = default;
};

/// The axis info of each value of a function, in the order of Function::values, by the rules of
/// Triton 3.6, whose widths were measured (tests/oracle/widths.tsv). All is 1 if nothing is known.
std::vector<AxisInfo> axis_info_of(const Kernels& kernels, const Function& function);

}  // namespace layoutq
