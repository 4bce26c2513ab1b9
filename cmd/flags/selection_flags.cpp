#include "cmd/flags/selection_flags.h"

#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/read.h"
#include "core/layout/text.h"

namespace layoutq {

void add_thread_flags(CommandLine* line) {
  line->flag({.names = "--warp",
              .value = "RANGE",
              .help = "show only these warps, as in 4, 4:8, 4: or :8"});
  line->flag({.names = "--lane", .value = "RANGE", .help = "show only these lanes of a warp"});
  line->flag({.names = "--thread",
              .value = "RANGE",
              .help = "show only these threads; a thread's number is\nwarp x warp size + lane"});
  line->flag({.names = "--block", .value = "RANGE", .help = "show only these CTAs of a cluster"});
}

void add_element_flags(CommandLine* line) {
  line->flag(
      {.names = "--register", .value = "RANGE", .help = "show only these registers of a thread"});
  line->flag({.names = "--at",
              .value = "RANGES",
              .help = "show only these elements, a range for each\ndimension, as in 0:8,4:12"});
}

namespace {

Range read_range_flag(const CommandLine& line, std::string_view flag, Int count,
                      std::string_view things) {
  const auto text = line.get(flag);
  return text ? read_range(flag, *text, count, things) : Range{0, count};
}

Range intersection(Range a, Range b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

}  // namespace

Selection read_threads(const CommandLine& line, const Layout& layout) {
  Region all = layout.everything();
  all.block = read_range_flag(line, "--block", layout.blocks(), "CTAs");
  all.warp = read_range_flag(line, "--warp", layout.warps(), "warps");
  all.lane = read_range_flag(line, "--lane", layout.lanes(), "lanes");
  const auto text = line.get("--thread");
  if (!text) return {{all}};

  // The range may begin and end in the middle of a warp. It has up to three parts: some lanes of
  // the first warp, all lanes of the warps between, and some lanes of the last warp.
  const Range threads = read_range("--thread", *text, layout.threads(), "threads");
  const Int lanes = layout.lanes();
  const Int first = threads.low / lanes;
  const Int last = (threads.high - 1) / lanes;
  const Range from{threads.low % lanes, lanes};
  const Range to{0, (threads.high - 1) % lanes + 1};
  std::vector<std::pair<Range, Range>> parts;  // warps, lanes
  if (first == last) {
    parts = {{{first, first + 1}, intersection(from, to)}};
  } else {
    parts = {{{first, first + 1}, from}, {{first + 1, last}, {0, lanes}}, {{last, last + 1}, to}};
  }
  Selection selection;
  for (Int block = all.block.low; block < all.block.high; ++block) {
    for (const auto& [warps, in_warp] : parts) {
      Region part = all;
      part.block = {block, block + 1};
      part.warp = intersection(all.warp, warps);
      part.lane = intersection(all.lane, in_warp);
      if (part.warp.size() > 0 && part.lane.size() > 0) selection.regions.push_back(part);
    }
  }
  if (selection.regions.empty()) {
    throw Error(fmt::format("--thread {} has no thread in common with --warp and --lane",
                            printable(*text)));
  }
  return selection;
}

Selection read_selection(const CommandLine& line, const Layout& layout) {
  Selection selection = read_threads(line, layout);
  const Range registers = read_range_flag(line, "--register", layout.registers(), "registers");
  auto box = layout.everything().box;
  if (const auto text = line.get("--at")) {
    std::string_view rest = *text;
    for (int d = 0; d < layout.rank(); ++d) {
      const std::size_t end = rest.find(',');
      const bool last = d == layout.rank() - 1;
      if (last != (end == std::string_view::npos)) {
        throw Error(
            fmt::format("--at {} does not have a range for each of {}, with commas between them",
                        printable(*text), counted(layout.rank(), "dimension")));
      }
      box[static_cast<std::size_t>(d)] =
          read_range("--at", rest.substr(0, end), layout.shape()[d],
                     fmt::format("coordinates along dimension {}", d));
      rest.remove_prefix(last ? rest.size() : end + 1);
    }
  }
  for (Region& region : selection.regions) {
    region.reg = registers;
    region.box = box;
  }
  return selection;
}

}  // namespace layoutq
