#include "core/mlir/modules.h"

#include <algorithm>

namespace layoutq {

bool is_name_character(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
         c == '$' || c == '.' || c == '-';
}

std::string_view without_comment(std::string_view line) {
  std::ptrdiff_t quotes = 0;
  std::size_t counted = 0;
  for (std::size_t at = line.find("//"); at != std::string_view::npos;
       at = line.find("//", at + 2)) {
    const std::string_view before = line.substr(counted, at - counted);
    quotes += std::count(before.begin(), before.end(), '"');
    counted = at;
    // Within quotes it is part of a URL.
    if (quotes % 2 == 0) return line.substr(0, at);
  }
  return line;
}

void Modules::next() {
  if (modules_.back().begun) modules_.emplace_back();
}

void Modules::definition(std::string_view line) {
  std::size_t end = 1;
  while (end < line.size() && is_name_character(line[end])) ++end;
  const std::string_view name = line.substr(1, end - 1);
  const std::size_t equals = line.find_first_not_of(' ', end);
  if (name.empty() || equals == std::string_view::npos || line[equals] != '=') return;
  const std::size_t begin = line.find_first_not_of(' ', equals + 1);
  if (begin == std::string_view::npos) return;
  std::string_view text = line.substr(begin);
  text.remove_suffix(text.size() - 1 - text.find_last_not_of(" \r"));
  if (text.starts_with("loc(")) {
    modules_.back().locations.define(name, text);
    return;
  }
  // A name that this module defines already belongs to the next module.
  if (modules_.back().aliases.contains(name)) next();
  modules_.back().aliases[name] = text;
  std::vector<std::size_t>& definers = definers_[name];
  if (definers.empty() || definers.back() != current()) definers.push_back(current());
}

void Modules::begin(std::string_view line) {
  next();
  Module& module = modules_.back();
  module.begun = true;
  const auto number = [&](std::string_view attribute) -> std::optional<Int> {
    const std::size_t at = line.find(attribute);
    if (at == std::string_view::npos) return std::nullopt;
    std::size_t i = line.find_first_not_of("\" =", at + attribute.size());
    Int value = 0;
    for (; i < line.size() && '0' <= line[i] && line[i] <= '9' && value < INT32_MAX; ++i) {
      value = value * 10 + (line[i] - '0');
    }
    return value > 0 ? std::optional(value) : std::nullopt;
  };
  module.attributes = {.warp_size = number(".threads-per-warp"),
                       .warps = number(".num-warps"),
                       .ctas = number(".num-ctas")};
}

std::string_view Modules::body(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  line.remove_prefix(first);
  if (line.starts_with("// -----")) next();  // the banner between the dumps of two passes
  line = without_comment(line);
  if (line.starts_with('#')) {
    definition(line);
    return {};
  }
  if (line.starts_with("module")) {
    begin(line);
    return {};
  }
  return line;
}

std::vector<std::pair<std::string_view, std::string_view>> Modules::names(
    std::size_t module) const {
  const auto& aliases = modules_[module].aliases;
  std::vector<std::pair<std::string_view, std::string_view>> names(aliases.begin(), aliases.end());
  std::sort(names.begin(), names.end(),
            [](const auto& a, const auto& b) { return a.first.data() < b.first.data(); });
  return names;
}

std::optional<std::size_t> Modules::definer(std::size_t module, std::string_view name) const {
  const auto found = definers_.find(name);
  if (found == definers_.end()) return std::nullopt;
  const auto behind = std::upper_bound(found->second.begin(), found->second.end(), module);
  return behind == found->second.begin() ? std::nullopt : std::optional(behind[-1]);
}

const AnyDescription* Modules::resolve(std::size_t module, std::string_view name, int depth) {
  // This also ends aliases that define each other.
  constexpr int most_depth = 32;
  const auto defined = definer(module, name);
  if (!defined) return nullptr;
  module = *defined;
  auto& resolved = modules_[module].resolved;
  if (const auto known = resolved.find(name); known != resolved.end()) {
    return known->second ? &*known->second : nullptr;
  }
  if (depth > most_depth) return nullptr;
  resolved[name] = std::nullopt;
  const auto answer = read_layout_text(text(module, name), [&](std::string_view other) {
    return resolve(module, other, depth + 1);
  });
  if (const auto* description = std::get_if<AnyDescription>(&answer)) resolved[name] = *description;
  return resolved[name] ? &*resolved[name] : nullptr;
}

Aliases Modules::aliases(std::size_t module) {
  return [this, module](std::string_view name) { return resolve(module, name, 0); };
}

std::optional<TensorType> Modules::type(std::size_t module, std::string_view text) {
  const auto answer = read_tensor_type(text, aliases(module));
  if (const auto* type = std::get_if<TensorType>(&answer)) return *type;
  return std::nullopt;
}

}  // namespace layoutq
