#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/kernel/inspection.h"

/// Small kernels as their text, and what is known of them.
namespace layoutq {

inline const std::string layouts =
    "#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order "
    "= [0]}>\n"
    "#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = "
    "[0]}>\n"
    "#square = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, "
    "1], order = [1, 0]}>\n";

/// A module with one kernel of that body.
inline std::string kernel(
    const std::string& body,
    const std::string& arguments = "%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32") {
  return layouts +
         "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, "
         "\"ttg.threads-per-warp\" = 32 : i32} {\n  tt.func public @k(" +
         arguments + ") attributes {noinline = false} {\n" + body + "    tt.return\n  }\n}\n";
}

/// The start of a body: a range of 1024 elements, and the pointers to them from %x on.
inline const std::string range =
    "    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>\n"
    "    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>\n"
    "    %p = tt.addptr %xs, %i : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, "
    "#blocked>\n";

struct Inspected {
  std::string text;  ///< the kernels keep references into it
  Kernels kernels;
  Inspection inspection;

  const InspectedOperation& operator[](std::string_view name) const {
    for (const InspectedOperation& one : inspection.operations) {
      if (one.name == name) return one;
    }
    throw std::runtime_error("no operation " + std::string(name));
  }
};

/// Inspects the first function, with integer arguments `numbers` in their order.
inline std::unique_ptr<Inspected> inspected(const std::string& text,
                                            const std::vector<Int>& numbers = {}) {
  auto all = std::make_unique<Inspected>();
  all->text = text;
  all->kernels = read_kernels(all->text);
  const Function& function = all->kernels.functions[0];
  Launch launch;
  std::size_t next = 0;
  for (const KernelArgument& argument : function.arguments) {
    const bool integer =
        all->kernels.type_of(function, argument.value).element == ValueType::Element::integer;
    launch.arguments.push_back(integer && next < numbers.size() ? numbers[next++]
                                                                : assumed(argument));
  }
  all->inspection = inspect(&all->kernels, function, launch);
  return all;
}

/// The axis info of a value of the first function.
inline AxisInfo axis_info(const std::string& text, std::string_view name) {
  const Kernels kernels = read_kernels(text);
  const Function& function = kernels.functions.at(0);
  const std::vector<AxisInfo> all = axis_info_of(kernels, function);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (function.values[i].name == name) return all[i];
  }
  throw std::runtime_error("no value " + std::string(name));
}

}  // namespace layoutq
