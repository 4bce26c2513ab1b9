#include "cmd/subcommands/inspected_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "cmd/closest.h"
#include "cmd/error.h"
#include "cmd/report/value.h"

namespace layoutq {

namespace {

std::string_view name_of(const Function& function, const KernelArgument& argument) {
  return function.values[static_cast<std::size_t>(argument.value)].name;
}

/// True if --arg may set the argument: an integer, not a pointer or a tensor.
bool is_integer(const Kernels& kernels, const Function& function, const KernelArgument& argument) {
  const ValueType& type = kernels.type_of(function, argument.value);
  return type.element == ValueType::Element::integer && !type.tensor;
}

/// True if any operation uses the value.
bool is_used(const Function& function, ValueNumber value) {
  bool used = false;
  for_each_operation(function.body, [&](const Operation& operation) {
    const auto has = [&](const std::vector<ValueNumber>& operands) {
      return std::find(operands.begin(), operands.end(), value) != operands.end();
    };
    used = used || has(operation.operands) ||
           std::any_of(operation.successors.begin(), operation.successors.end(),
                       [&](const Successor& successor) { return has(successor.operands); });
  });
  return used;
}

/// Sets the launch of a function, with assumed values for the arguments that were not given.
void fill_launch(const Kernels& kernels, const LaunchOptions& options, InspectedFunction* of) {
  of->launch.program = options.program;
  of->launch.grid = options.grid;
  for (const KernelArgument& argument : of->function->arguments) {
    const std::string_view name = name_of(*of->function, argument);
    const auto given = std::find_if(options.arguments.begin(), options.arguments.end(),
                                    [&](const auto& one) { return one.first == name; });
    Int& value = of->launch.arguments.emplace_back(0);
    if (!is_integer(kernels, *of->function, argument)) continue;
    const int bits = kernels.type_of(*of->function, argument.value).bits;
    if (given == options.arguments.end()) {
      value = wrapped(assumed(argument), bits);
      if (is_used(*of->function, argument.value)) of->assumed.emplace_back(name);
      continue;
    }
    value = given->second;
    if (wrapped(value, bits) != value) {
      throw Error(fmt::format("--arg {}={} does not fit in i{}", name, value, bits));
    }
    if (value % argument.divisibility != 0) {
      of->notes.push_back(
          fmt::format("{} = {} is not a multiple of {}, for which this kernel was compiled", name,
                      value, argument.divisibility));
    }
  }
}

}  // namespace

InspectedFile::InspectedFile(const std::string& path, const LaunchOptions& options) : file_(path) {
  std::map<std::string_view, int> counts;
  std::vector<std::string> names;
  for (const Function& function : kernels().functions) {
    const int count = ++counts[function.name];
    InspectedFunction inspected;
    inspected.function = &function;
    inspected.name = function.name;
    if (count > 1) inspected.name += fmt::format("#{}", count);
    names.push_back(inspected.name);
    if (options.function && *options.function != inspected.name) continue;
    functions_.push_back(std::move(inspected));
  }
  if (names.empty()) {
    throw Error(fmt::format("{} has no tt.func: give a .ttgir or .mlir file", name()));
  }
  if (functions_.empty()) {
    const std::string meant(closest(*options.function, names).value_or(""));
    constexpr std::size_t most = 8;
    if (names.size() > most) names.resize(most), names.emplace_back("...");
    throw Error(fmt::format("--function {}: {} has no such function ({})",
                            printable(*options.function), name(),
                            meant.empty() ? fmt::format("it has {}", fmt::join(names, ", "))
                                          : fmt::format("did you mean {}?", meant)));
  }
  std::vector<std::string> arguments;
  for (const InspectedFunction& one : functions_) {
    for (const KernelArgument& argument : one.function->arguments) {
      if (!is_integer(kernels(), *one.function, argument)) continue;
      arguments.emplace_back(name_of(*one.function, argument));
    }
  }
  for (const auto& [given, value] : options.arguments) {
    if (std::find(arguments.begin(), arguments.end(), given) != arguments.end()) continue;
    const auto meant = closest(given, arguments);
    throw Error(fmt::format("--arg {}: there is no such integer argument ({})", printable(given),
                            arguments.empty() ? "there is none at all"
                            : meant           ? fmt::format("did you mean {}?", *meant)
                                              : fmt::format("use {}", fmt::join(arguments, ", "))));
  }
  // All functions share this much work, so that each of very many gets less.
  Int left = 4 * usual_work;
  for (InspectedFunction& one : functions_) {
    fill_launch(kernels(), options, &one);
    const Int most = std::clamp(left, usual_work / 256, usual_work);
    one.inspection = inspect(&kernels(), *one.function, one.launch, most);
    left -= one.inspection.work;
  }
}

}  // namespace layoutq
