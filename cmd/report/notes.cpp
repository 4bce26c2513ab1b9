#include "cmd/report/notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cmd/report/caption.h"
#include "core/layout/owners.h"
#include "core/layout/text.h"
#include "core/questions/replication.h"

namespace layoutq {

namespace {

/// Formats a share: "half of the work", "7/8 of the work", "12.5% of the work".
std::string share_of_work(const Replication& replication) {
  constexpr Int most_denominator = 64;
  const Int copies = replication.copies_max;
  if (replication.copies_min == copies && copies == 2) return "half of the work";
  if (replication.copies_min == copies && copies <= most_denominator) {
    return fmt::format("{}/{} of the work", copies - 1, copies);
  }
  const double percent = 100 * replication.redundant;
  if (percent < 0.1) return "less than 0.1% of the work";
  if (percent > 99.9) return "more than 99.9% of the work";
  return fmt::format("{:.1f}% of the work", percent);
}

/// Formats numbers: "lanes 0 to 3", "lanes 0, 8", "warp 1". Lists only the first few of many.
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

std::vector<std::string> notes_on_degeneracy(const Layout& layout) {
  if (layout.lanes() == 1 || copies(layout, Index::lane) < layout.lanes()) return {};
  return {fmt::format("DEGENERATE: all {} lanes of a warp hold the same elements", layout.lanes())};
}

std::vector<std::string> notes_on_copies(const Layout& layout) {
  const Replication replication = layoutq::replication(layout);
  if (replication.copies_max == 1) return {};
  std::vector<std::string> holders;
  if (replication.blocks > 1) holders.push_back(counted(replication.blocks, "CTA"));
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
  std::vector<std::string> notes = notes_on_degeneracy(layout);
  notes.push_back(fmt::format("{}: {} is repeated", who, share_of_work(replication)));
  return notes;
}

std::vector<std::string> notes_on_holders(const Layout& layout) {
  if (copies_max(layout) == 1) return {"no copies: one place holds each element"};
  const Coordinate origin = layout.coordinate({});
  // Lists the first few warps one by one, because each may have different lanes.
  constexpr std::size_t most_warps = 8;
  constexpr std::size_t most_lanes = 64;
  constexpr Int most_places = 1 << 16;
  struct Holders {
    Int warp = 0;
    std::vector<Int> lanes;
    bool more = false;
  };
  std::vector<Holders> warps;
  bool more = false;
  Int places = 0;
  const Int copies_of_block = copies(layout, Index::block);
  for (Owners owners = layout.owners(origin); owners; owners.next()) {
    const Place& place = *owners;
    if (place.block > 0) break;  // it suffices to know how many other CTAs hold it
    const bool next_warp = warps.empty() || warps.back().warp != place.warp;
    more = ++places > most_places || (next_warp && warps.size() == most_warps);
    if (more) break;
    if (next_warp) warps.push_back({place.warp, {}, false});
    Holders& holders = warps.back();
    if (!holders.lanes.empty() && holders.lanes.back() == place.lane) continue;
    holders.more = holders.lanes.size() == most_lanes;
    if (!holders.more) holders.lanes.push_back(place.lane);
  }
  const bool alike = std::all_of(warps.begin(), warps.end(), [&](const Holders& holders) {
    return holders.lanes == warps.front().lanes && holders.more == warps.front().more;
  });
  std::vector<std::string> parts;
  if (alike) {
    std::vector<Int> numbers;
    for (const Holders& holders : warps) numbers.push_back(holders.warp);
    parts = {fmt::format("{} of {}", enumerated(warps.front().lanes, "lane", warps.front().more),
                         enumerated(numbers, "warp", more))};
  } else {
    for (const Holders& holders : warps) {
      parts.push_back(fmt::format("{} of warp {}", enumerated(holders.lanes, "lane", holders.more),
                                  holders.warp));
    }
    if (more) parts.emplace_back("...");
  }
  return {fmt::format(
      "copies: {}{} hold {}", fmt::join(parts, "; "),
      copies_of_block > 1 ? fmt::format(" of CTA 0 ({} do)", counted(copies_of_block, "CTA")) : "",
      in_parentheses(origin))};
}

std::string costs_in_words(const Reduction& reduction) {
  std::string text = fmt::format("{} added in a thread, {}", reduction.in_thread,
                                 counted(reduction.shuffles, "shuffle"));
  if (reduction.cross_warp) {
    text +=
        fmt::format(", across {} (shared memory and a barrier)", counted(reduction.warps, "warp"));
  }
  if (reduction.blocks > 1)
    text += fmt::format(", split over {}", counted(reduction.blocks, "CTA"));
  return text;
}

std::vector<std::string> notes_on_memory(const SharedTensor& tensor) {
  const Int bytes = tensor.layout.size() * tensor.element_bytes;
  const Int padding = (tensor.layout.size() - tensor.layout.elements()) * tensor.element_bytes;
  std::vector<std::string> notes{
      fmt::format("{} of shared memory{}{}", counted(bytes, "byte"),
                  tensor.layout.blocks() > 1 ? " in each CTA" : "",
                  padding > 0 ? fmt::format(", {} of them padding", padding) : "")};
  // CUDA C++ Programming Guide, compute capability 9.0: 227 KB.
  constexpr Int most_bytes = 227 * 1024;
  if (bytes > most_bytes) {
    notes.push_back(fmt::format("more than the {} that a CTA can have on an H100 or H200",
                                counted(most_bytes, "byte")));
  }
  return notes;
}

std::vector<std::string> notes_on_memory(const SharedSubject& subject, Int element_bytes) {
  std::vector<std::string> notes = notes_on_memory({subject.layout, element_bytes});
  if (subject.shape_by_default && covers_any_shape(subject.description)) {
    notes.push_back(fmt::format("shape {} is one period of the layout: --shape gives another",
                                to_text(subject.shape)));
  }
  if (subject.count > 1) {
    notes.push_back(fmt::format("the first of {} such tensors", subject.count));
  }
  return notes;
}

}  // namespace layoutq
