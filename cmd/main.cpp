#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/closest.h"
#include "cmd/error.h"
#include "cmd/flags/read.h"
#include "cmd/report/output.h"
#include "cmd/shell/program.h"
#include "cmd/subcommands/subcommand.h"

namespace layoutq {
namespace {

constexpr int answered = 0;
constexpr int not_answered = 2;

constexpr std::array subcommands{
    Subcommand{"owners", "who holds an element", define_owners, run_owners},
    Subcommand{"map", "the whole layout, by element or by thread", define_map, run_map},
    Subcommand{"reps", "how the tile covers the tensor, and how many copies there are", define_reps,
               run_reps},
    Subcommand{"reduce", "what a sum along an axis costs", define_reduce, run_reduce},
    Subcommand{"sectors", "whether a load is coalesced", define_sectors, run_sectors},
    Subcommand{"slice", "the layout that a reduction leaves, and who holds copies", define_slice,
               run_slice},
    Subcommand{"banks", "whether lanes collide in the banks of shared memory", define_banks,
               run_banks},
    Subcommand{"bases", "the bases of the layout as a linear one", define_bases, run_bases},
    Subcommand{"convert", "what it takes to turn one layout into another", define_convert,
               run_convert},
    Subcommand{"diff", "where two layouts, or two kernels, differ", define_diff, run_diff},
    Subcommand{"layouts", "the layouts in an MLIR file", define_layouts, run_layouts},
    Subcommand{"inspect", "how a compiled kernel moves data", define_inspect, run_inspect},
};

constexpr std::array<std::string_view, 6> examples{
    "layoutq owners --spt 1,4 --tpw 8,4 --wpc 2,1 9,6",
    "layoutq map --spt 1,4 --tpw 8,4 --wpc 2,1 --view thread --warp 0 --lane 5",
    "layoutq sectors --spt 1,4 --tpw 8,4 --wpc 2,1 --dtype fp16",
    "layoutq banks --spt 1,1 --tpw 32,1 --shape 32,32 --swizzles",
    "layoutq reduce --tensor 'tensor<128x64xf32, #mma>' --from kernel.ttgir",
    "layoutq 'BlockedLayout([1, 4], [8, 4], [2, 1], [1, 0])'",
};

constexpr Program program{
    .version = LAYOUTQ_VERSION,
    .about = "Answers questions about GPU tensor layouts.",
    .subcommands = subcommands,
    .without_subcommand = {"", "a layout at a glance", define_summary, run_summary},
    .words =
        "LAYOUT is the text of a layout, from a compiler dump or Python source, in single\nquotes.",
    .examples = examples,
};

void print(std::string_view text) {
  Output output("");
  output.text(text);
  output.flush();
}

std::string generate(const std::vector<std::string>& arguments) {
  // The word may be joined: --generate=bash.
  const std::size_t equals = arguments.front().find('=');
  const bool joined = equals != std::string::npos;
  if (arguments.size() != (joined ? 1 : 2)) {
    throw Error(fmt::format("--generate needs one of {}", fmt::join(generated, ", ")));
  }
  const std::string kind = joined ? arguments.front().substr(equals + 1) : arguments.back();
  if (std::find(generated.begin(), generated.end(), kind) == generated.end()) {
    throw_no_choice("--generate", kind, generated);
  }
  return kind == "man" ? man_page(program) : completions(program, kind);
}

bool asks_for_help(std::string_view word) {
  return word == "--help" || word == "-h" || word == "help";
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    print(help(program));
    return not_answered;
  }
  const std::string& name = arguments.front();
  if (asks_for_help(name)) {
    // `help owners` prints the help of owners, but `help --help` that of the program.
    const bool about_one = arguments.size() > 1 && !asks_for_help(arguments[1]);
    if (about_one) return run({arguments[1], "--help"});
    print(help(program));
    return answered;
  }
  if (name == "--version") {
    print(fmt::format("layoutq {}\n", program.version));
    return answered;
  }
  if (name == "--generate" || name.starts_with("--generate=")) {
    print(generate(arguments));
    return answered;
  }
  std::vector<std::string_view> names;
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.name == name) return subcommand.answer({arguments.begin() + 1, arguments.end()});
    names.push_back(subcommand.name);
  }
  // The arguments may begin with a layout instead of a subcommand, as flags or as text.
  if (name.starts_with('-') || name.find_first_of("#<({") != std::string::npos) {
    for (const std::string& argument : arguments) {
      if (std::find(names.begin(), names.end(), argument) == names.end()) continue;
      throw Error(fmt::format("the subcommand comes first: layoutq {0} {1} ...", argument,
                              printable(name)));
    }
    return program.without_subcommand.answer(arguments);
  }
  const auto meant = closest(name, names);
  throw Error(fmt::format(
      "unknown subcommand {} ({})", printable(name),
      meant ? fmt::format("did you mean {}?", *meant)
            : fmt::format("use one of {}; layoutq --help explains them", fmt::join(names, ", "))));
}

}  // namespace
}  // namespace layoutq

int main(int argc, char** argv) {
  // A closed pipe ends the program silently, even if the parent process ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  // A file larger than the limit then fails with an error code, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return layoutq::run({argv + std::min(argc, 1), argv + argc});
  } catch (const std::bad_alloc&) {
    std::fputs("layoutq: out of memory\n", stderr);
    return layoutq::not_answered;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "layoutq: %s\n", error.what());
    return layoutq::not_answered;
  }
}
