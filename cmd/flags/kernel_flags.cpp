#include "cmd/flags/kernel_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "cmd/closest.h"
#include "cmd/error.h"
#include "cmd/flags/read.h"

namespace layoutq {

namespace {

/// Reads up to three numbers, and sets those that are missing to `otherwise`.
std::array<Int, 3> read_axes(std::string_view flag, std::string_view text, Range allowed,
                             Int otherwise) {
  const Dims numbers = read_list(flag, text, allowed);
  std::array<Int, 3> axes{otherwise, otherwise, otherwise};
  if (numbers.rank() > static_cast<int>(axes.size())) {
    throw Error(fmt::format("{} {} has {} numbers, but a grid has at most 3 dimensions", flag,
                            printable(text), numbers.rank()));
  }
  std::copy(numbers.begin(), numbers.end(), axes.begin());
  return axes;
}

/// Reads NAME=NUMBER, as in `n=1000`.
std::pair<std::string, Int> read_argument(std::string_view text) {
  const std::size_t equals = text.find('=');
  std::string_view name = trimmed(text.substr(0, equals));
  if (name.starts_with('%')) name.remove_prefix(1);
  if (equals == std::string_view::npos || name.empty()) {
    throw Error(
        fmt::format("--arg {} is not a name and a number, as in --arg n=1000", printable(text)));
  }
  std::string_view digits = trimmed(text.substr(equals + 1));
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  const Int number = read_number("--arg " + printable(name) + "'s value", digits, any_number);
  return {std::string(name), negative ? -number : number};
}

}  // namespace

void add_launch_flags(CommandLine* line) {
  line->group("The launch");
  line->flag({.names = "--arg",
              .value = "NAME=N",
              .help = "value of an integer argument; repeatable\n(default: a large number)",
              .repeats = true});
  line->flag(
      {.names = "--program", .value = "X,Y,Z", .help = "program to inspect (default: 0,0,0)"});
  line->flag({.names = "--grid",
              .value = "X,Y,Z",
              .help = "number of programs in each dimension\n(default: unknown)"});
  line->flag({.names = "--function", .value = "NAME", .help = "inspect only this function"});
}

LaunchOptions read_launch_options(const CommandLine& line) {
  LaunchOptions options;
  for (const std::string& text : line.all("--arg")) {
    auto argument = read_argument(text);
    for (const auto& [name, value] : options.arguments) {
      if (name == argument.first) throw Error(fmt::format("--arg {} is given twice", name));
    }
    options.arguments.push_back(std::move(argument));
  }
  constexpr Range programs{0, Int{1} << 31};
  if (const auto text = line.get("--program")) {
    options.program = read_axes("--program", *text, programs, 0);
  }
  if (const auto text = line.get("--grid")) {
    options.grid = read_axes("--grid", *text, {1, programs.high}, 1);
    for (std::size_t i = 0; i < options.program.size(); ++i) {
      if (options.program[i] < (*options.grid)[i]) continue;
      throw Error(fmt::format("--program {} is outside --grid {}", fmt::join(options.program, ","),
                              printable(*text)));
    }
  }
  if (const auto name = line.get("--function")) options.function = std::string(*name);
  return options;
}

}  // namespace layoutq
