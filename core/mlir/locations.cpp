#include "core/mlir/locations.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/brackets.h"

namespace layoutq {

namespace {

/// The most locations within locations that are followed: far more than inlining makes.
constexpr int most_nested = 64;

}  // namespace

void Locations::define(std::string_view name, std::string_view text) {
  definitions_.push_back({name, text, std::nullopt});
  sorted_ = false;
}

Locations::Definition* Locations::find(std::string_view name) {
  // Sorts only now, so that a dump pays for it only if somebody asks for a line.
  if (!sorted_) {
    std::stable_sort(definitions_.begin(), definitions_.end(),
                     [](const Definition& a, const Definition& b) { return a.name < b.name; });
    sorted_ = true;
  }
  const auto found =
      std::lower_bound(definitions_.begin(), definitions_.end(), name,
                       [](const Definition& one, std::string_view key) { return one.name < key; });
  return found == definitions_.end() || found->name != name ? nullptr : &*found;
}

std::string Locations::line(std::string_view location) { return line(location, 0); }

std::vector<std::string> Locations::stack(std::string_view location) {
  std::vector<std::string> lines;
  int left = most_nested;
  stack(location, &left, &lines);
  return lines;
}

void Locations::stack(std::string_view location, int* left, std::vector<std::string>* lines) {
  location = trimmed(location);
  if (--*left < 0) return;
  if (location.starts_with('#')) {
    const Definition* found = find(location.substr(1));
    return found == nullptr ? void() : stack(found->text, left, lines);
  }
  if (location.starts_with("loc(")) return stack(inside(location, 3), left, lines);
  if (location.starts_with("callsite(")) {
    const std::string_view both = inside(location, 8);
    const std::size_t at = std::min(first_outside(both, " at "), both.size());
    stack(both.substr(0, at), left, lines);
    if (at < both.size()) stack(both.substr(at + 4), left, lines);
    return;
  }
  if (location.starts_with("fused")) {
    // A fused location stands for its first part that has a line.
    std::string_view rest = location.substr(5);
    if (rest.starts_with('<')) rest.remove_prefix(std::min(closing(rest, 0) + 1, rest.size()));
    const std::size_t before = lines->size();
    for (std::string_view parts = inside(trimmed(rest), 0);
         !parts.empty() && lines->size() == before;) {
      const std::size_t end = std::min(first_outside(parts, ","), parts.size());
      stack(parts.substr(0, end), left, lines);
      parts.remove_prefix(std::min(end + 1, parts.size()));
    }
    return;
  }
  const std::size_t named = location.find("\"(");
  if (location.starts_with('"') && named != std::string_view::npos &&
      named == location.find('"', 1)) {
    return stack(inside(location, named + 1), left, lines);
  }
  std::string here = line(location, 0);
  if (!here.empty()) lines->push_back(std::move(here));
}

std::string Locations::line(std::string_view location, int depth) {
  location = trimmed(location);
  if (depth > most_nested || location.empty()) return "";
  const auto within = [&](std::string_view inner) { return line(inner, depth + 1); };
  if (location.front() == '#') {
    Definition* const found = find(location.substr(1));
    if (found == nullptr) return "";
    // Computed once for each definition. One that refers to itself has no line.
    if (!found->line) {
      found->line = "";
      found->line = within(found->text);
    }
    return *found->line;
  }
  if (location.starts_with("loc(")) return within(inside(location, 3));
  if (location.starts_with("callsite(")) {
    const std::string_view both = inside(location, 8);
    const std::size_t at = first_outside(both, " at ");
    if (at == std::string_view::npos) return "";
    const std::string caller = within(both.substr(at + 4));
    return caller.empty() ? within(both.substr(0, at)) : caller;
  }
  if (location.starts_with("fused")) {
    std::string_view rest = location.substr(5);
    if (rest.starts_with('<')) rest.remove_prefix(std::min(closing(rest, 0) + 1, rest.size()));
    for (std::string_view parts = inside(trimmed(rest), 0); !parts.empty();) {
      const std::size_t end = std::min(first_outside(parts, ","), parts.size());
      std::string found = within(parts.substr(0, end));
      if (!found.empty()) return found;
      parts.remove_prefix(std::min(end + 1, parts.size()));
    }
    return "";
  }
  if (location.front() != '"') return "";
  std::size_t close = 1;
  for (; close < location.size() && location[close] != '"'; ++close) {
    close += location[close] == '\\' ? 1 : 0;
  }
  if (close >= location.size()) return "";
  std::string_view name = location.substr(1, close - 1);
  const std::string_view rest = location.substr(close + 1);
  if (rest.starts_with('(')) return within(inside(rest, 0));
  if (!rest.starts_with(':')) return "";
  // The file's name without its folders identifies it well enough.
  name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
  const std::string_view number = rest.substr(1, rest.find_first_not_of("0123456789", 1) - 1);
  return fmt::format("{}:{}", name, number);
}

}  // namespace layoutq
