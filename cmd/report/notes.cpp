#include "cmd/report/notes.h"

#include <fmt/format.h>

#include "cmd/report/caption.h"
#include "core/layout/owners.h"
#include "core/layout/text.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

/// "half of the work", "7/8 of the work", "12.5% of the work".
std::string share_of_work(const Replication& replication) {
  constexpr Int most_denominator = 64;
  const Int copies = replication.copies_max;
  if (replication.copies_min == copies && copies == 2) return "half of the work";
  if (replication.copies_min == copies && copies <= most_denominator) {
    return fmt::format("{}/{} of the work", copies - 1, copies);
  }
  return fmt::format("{:.1f}% of the work", 100 * replication.redundant);
}

/// "lanes 0 to 3", "lanes 0, 8", "warp 1"; the first few of many.
std::string enumerated(const std::vector<Int>& numbers, std::string_view thing, bool more) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - i > 2) {
      parts.push_back(fmt::format("{} to {}", numbers[i], numbers[end - 1]));
    } else {
      for (std::size_t k = i; k < end; ++k) parts.push_back(fmt::format("{}", numbers[k]));
    }
    i = end;
  }
  if (more) parts.emplace_back("...");
  return fmt::format("{}{} {}", thing, numbers.size() == 1 && !more ? "" : "s",
                     fmt::join(parts, ", "));
}

}  // namespace

std::vector<std::string> notes_on_copies(const Layout& layout) {
  const Replication replication = layoutq::replication(layout);
  if (replication.copies_max == 1) return {};
  std::vector<std::string> holders;
  if (replication.warps > 1) holders.push_back(counted(replication.warps, "warp"));
  if (replication.lanes > 1) holders.push_back(counted(replication.lanes, "lane"));
  if (replication.registers > 1) holders.push_back(counted(replication.registers, "register"));
  std::string who =
      fmt::format("{}{} hold every element", fmt::join(holders, " x "),
                  holders.size() > 1 ? fmt::format(" = {} places", replication.copies_max) : "");
  if (holders.empty()) {
    who = replication.copies_min == replication.copies_max
              ? fmt::format("{} places hold every element", replication.copies_max)
              : fmt::format("{} to {} places hold an element", replication.copies_min,
                            replication.copies_max);
  }
  return {fmt::format("{}: {} is repeated", who, share_of_work(replication))};
}

std::vector<std::string> notes_on_holders(const Layout& layout) {
  if (layout.copies_max() == 1) return {"no copies: one place holds each element"};
  // Threads that hold the same hold it in the same registers, or wrap: the first element tells.
  const Coordinate origin = layout.coordinate({});
  constexpr std::size_t most = 64;
  std::vector<Int> lanes;
  std::vector<Int> warps;
  bool more_lanes = false;
  bool more_warps = false;
  const auto add = [](std::vector<Int>* numbers, Int number, bool* more) {
    if (!numbers->empty() && numbers->back() == number) return;
    if (numbers->size() == most) {
      *more = true;
    } else {
      numbers->push_back(number);
    }
  };
  constexpr Int most_looked_at = 1 << 16;
  Int looked_at = 0;
  for (Owners owners = layout.owners(origin); owners; owners.next()) {
    if (++looked_at > most_looked_at) {
      more_warps = true;
      break;
    }
    if ((*owners).warp == 0) add(&lanes, (*owners).lane, &more_lanes);
    add(&warps, (*owners).warp, &more_warps);
  }
  return {fmt::format("copies: {} of {} hold {}", enumerated(lanes, "lane", more_lanes),
                      enumerated(warps, "warp", more_warps), in_parentheses(origin))};
}

}  // namespace layoutq
