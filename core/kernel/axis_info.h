#pragma once

#include <optional>
#include <vector>

#include "core/mlir/kernels.h"

namespace layoutq {

/// What is known of a value's elements when it is compiled, whatever the arguments: Triton's axis
/// analysis. The compiler chooses the widths of loads and stores from it.
struct AxisInfo {
  /// Along one dimension of a tensor; a scalar has one dimension.
  struct Dimension {
    /// Elements come in aligned groups of so many in which each is one more than the one before
    /// (of pointers: one element further).
    Int contiguity = 1;
    /// The first element of every such group is divisible by this (a pointer's address, in bytes).
    Int divisibility = 1;
    /// Elements come in aligned groups of so many that are all the same.
    Int constancy = 1;

    friend bool operator==(const Dimension&, const Dimension&) = default;
  };

  std::vector<Dimension> dimensions;
  std::optional<Int> value = std::nullopt;  ///< of every element, where it is known

  friend bool operator==(const AxisInfo&, const AxisInfo&) = default;
};

/// The facts of every value of a function, by the rules of Triton 3.6, which its widths were
/// measured against (tests/oracle/widths.tsv). Values that nothing is known of have ones.
std::vector<AxisInfo> axis_info_of(const Kernels& kernels, const Function& function);

}  // namespace layoutq
