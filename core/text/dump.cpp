#include "core/text/dump.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/text/location.h"

namespace layoutq {

namespace {

bool is_name_character(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
         c == '$' || c == '.' || c == '-';
}

/// Far longer than any type is.
constexpr std::size_t most_type_length = 1 << 13;

/// Behind the `>` that closes the `<` at `open`; npos if nothing does on the line, or soon.
std::size_t closing(std::string_view line, std::size_t open) {
  line = line.substr(0, open + most_type_length);
  int depth = 0;
  for (std::size_t i = open; i < line.size(); ++i) {
    if (line[i] == '<') ++depth;
    // An arrow is no bracket.
    if (line[i] == '>' && line[i - 1] != '-' && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

/// The second of the parts that commas separate between the brackets of a type, or nothing.
std::string_view encoding(std::string_view type) {
  int depth = 0;
  std::size_t first = 0;
  for (std::size_t i = type.find('<') + 1; i + 1 < type.size(); ++i) {
    const char c = type[i];
    depth += c == '<' || c == '{' || c == '[' ? 1 : c == '>' || c == '}' || c == ']' ? -1 : 0;
    if (c != ',' || depth > 0) continue;
    if (first > 0) return type.substr(first, i - first);
    first = type.find_first_not_of(' ', i + 1);
    if (first == std::string_view::npos) return {};
  }
  return first > 0 && first < type.size() ? type.substr(first, type.size() - 1 - first)
                                          : std::string_view();
}

/// The extents that a type begins with.
Shape extents(std::string_view type) {
  Shape shape;
  for (std::size_t i = type.find('<') + 1; shape.rank() < max_rank;) {
    Int extent = 0;
    const std::size_t begin = i;
    for (; i < type.size() && '0' <= type[i] && type[i] <= '9'; ++i) {
      extent = std::min<Int>(extent * 10 + (type[i] - '0'), INT32_MAX);
    }
    if (i == begin || i == type.size() || type[i] != 'x') break;
    shape.push_back(extent);
    ++i;
  }
  return shape;
}

/// Reads a dump line by line, one module after the other.
class DumpReader {
 public:
  explicit DumpReader(Dump* dump) : dump_(dump) {}

  void line(std::string_view line);
  void finish();

 private:
  /// What belongs to one module: its names, and what is written with them.
  struct Section {
    std::unordered_map<std::string_view, std::string_view> aliases;
    Locations locations;
    std::vector<std::string_view> types;
    std::unordered_set<std::string_view> known_types;
    struct Conversion {
      std::string_view from, to, location;
    };
    std::vector<Conversion> conversions;
    bool has_module = false;
    DumpModule module;
  };

  void next_section();
  void definition(std::string_view line);
  void module(std::string_view line);
  void types(std::string_view line);
  DumpLayout describe(std::size_t section, std::string_view name, std::string_view text);
  std::size_t named(std::size_t section, std::string_view name, std::string_view text);
  std::size_t in_place(std::size_t section, std::string_view text);
  void use(std::size_t section, std::string_view type);
  std::optional<std::size_t> definer(std::size_t section, std::string_view name) const;
  const AnyDescription* resolve(std::size_t section, std::string_view name, int depth);
  std::optional<TensorType> type(std::size_t section, std::string_view text);

  Dump* dump_;
  std::vector<Section> sections_ = std::vector<Section>(1);
  std::unordered_map<std::string_view, std::vector<std::size_t>> definers_;       ///< sections
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> by_name_;  ///< and text
  std::unordered_map<std::string_view, std::size_t> by_text_;
  // What a layout, known by where its text is, has been seen with.
  std::set<std::pair<const char*, std::string_view>> seen_types_;
  std::set<std::pair<const char*, std::vector<Int>>> seen_shapes_;
  std::vector<DumpLayout> in_place_;
  std::vector<std::map<std::string_view, std::optional<AnyDescription>>> resolved_;
};

void DumpReader::next_section() {
  if (sections_.back().has_module) sections_.emplace_back();
}

void DumpReader::definition(std::string_view line) {
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
    sections_.back().locations.define(name, text);
    return;
  }
  // A name that is taken belongs to the next module.
  if (sections_.back().aliases.contains(name)) next_section();
  sections_.back().aliases[name] = text;
  std::vector<std::size_t>& definers = definers_[name];
  const std::size_t section = sections_.size() - 1;
  if (definers.empty() || definers.back() != section) definers.push_back(section);
}

void DumpReader::module(std::string_view line) {
  next_section();
  Section& section = sections_.back();
  section.has_module = true;
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
  section.module = {.warp_size = number(".threads-per-warp"),
                    .warps = number(".num-warps"),
                    .ctas = number(".num-ctas")};
}

void DumpReader::types(std::string_view line) {
  Section& section = sections_.back();
  std::vector<std::string_view> converted;
  const std::size_t conversion = line.find("convert_layout");
  for (std::size_t open = line.find('<'); open != std::string_view::npos;) {
    std::size_t begin = open;
    while (begin > 0 && is_name_character(line[begin - 1])) --begin;
    const std::string_view name = line.substr(begin, open - begin);
    const bool tensor = name == "tensor" || name.ends_with("xtensor");
    const std::size_t end =
        tensor || name == "ttg.memdesc" || name == "triton_gpu.memdesc" || name == "tt.memdesc"
            ? closing(line, open)
            : std::string_view::npos;
    if (end == std::string_view::npos) {
      open = line.find('<', open + 1);
      continue;
    }
    const std::string_view type = line.substr(begin, end - begin);
    if (section.known_types.insert(type).second) section.types.push_back(type);
    if (tensor && conversion != std::string_view::npos && begin > conversion) {
      converted.push_back(type);
    }
    open = line.find('<', end);
  }
  if (converted.size() < 2) return;
  const std::size_t location = line.rfind(" loc(");
  section.conversions.push_back(
      {converted[0], converted[1],
       location == std::string_view::npos ? std::string_view() : line.substr(location)});
}

/// The line without a comment at its end.
std::string_view without_comment(std::string_view line) {
  std::ptrdiff_t quotes = 0;
  std::size_t counted = 0;
  for (std::size_t at = line.find("//"); at != std::string_view::npos;
       at = line.find("//", at + 2)) {
    const std::string_view before = line.substr(counted, at - counted);
    quotes += std::count(before.begin(), before.end(), '"');
    counted = at;
    // Between quotes it is somebody's address.
    if (quotes % 2 == 0) return line.substr(0, at);
  }
  return line;
}

void DumpReader::line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return;
  line.remove_prefix(first);
  if (line.starts_with("// -----")) next_section();  // a banner between passes' dumps
  line = without_comment(line);
  if (line.starts_with('#')) {
    definition(line);
  } else if (line.starts_with("module")) {
    module(line);
  } else {
    types(line);
  }
}

/// The section whose definition of the name counts in this one: what stood before a name that was
/// taken counts for the modules behind it as well.
std::optional<std::size_t> DumpReader::definer(std::size_t section, std::string_view name) const {
  const auto found = definers_.find(name);
  if (found == definers_.end()) return std::nullopt;
  const auto behind = std::upper_bound(found->second.begin(), found->second.end(), section);
  return behind == found->second.begin() ? std::nullopt : std::optional(behind[-1]);
}

const AnyDescription* DumpReader::resolve(std::size_t section, std::string_view name, int depth) {
  // Names that define each other end here, too.
  constexpr int most_depth = 32;
  const auto defined = definer(section, name);
  if (!defined) return nullptr;
  section = *defined;
  auto& resolved = resolved_[section];
  if (const auto known = resolved.find(name); known != resolved.end()) {
    return known->second ? &*known->second : nullptr;
  }
  if (depth > most_depth) return nullptr;
  resolved[name] = std::nullopt;
  const auto answer =
      read_layout_text(sections_[section].aliases.at(name),
                       [&](std::string_view other) { return resolve(section, other, depth + 1); });
  if (const auto* description = std::get_if<AnyDescription>(&answer)) resolved[name] = *description;
  return resolved[name] ? &*resolved[name] : nullptr;
}

std::optional<TensorType> DumpReader::type(std::size_t section, std::string_view text) {
  const auto answer =
      read_tensor_type(text, [&](std::string_view name) { return resolve(section, name, 0); });
  if (const auto* type = std::get_if<TensorType>(&answer)) return *type;
  return std::nullopt;
}

DumpLayout DumpReader::describe(std::size_t section, std::string_view name, std::string_view text) {
  DumpLayout layout;
  layout.name = name;
  layout.text = text;
  layout.kind = kind_of_text(text);
  layout.module = section;
  if (!layout.kind.empty() && !is_modelled(layout.kind)) return layout;
  const auto answer =
      read_layout_text(text, [&](std::string_view other) { return resolve(section, other, 0); });
  if (const auto* description = std::get_if<AnyDescription>(&answer)) {
    layout.kind = kind_name(*description);
    layout.layout = *description;
  } else {
    layout.problem = std::get<TextProblem>(answer);
  }
  return layout;
}

std::size_t DumpReader::named(std::size_t section, std::string_view name, std::string_view text) {
  const auto [at, is_new] = by_name_.try_emplace({name, text}, dump_->layouts.size());
  if (is_new) dump_->layouts.push_back(describe(section, name, text));
  return at->second;
}

std::size_t DumpReader::in_place(std::size_t section, std::string_view text) {
  const auto [at, is_new] = by_text_.try_emplace(text, in_place_.size());
  if (is_new) in_place_.push_back(describe(section, {}, text));
  return at->second;
}

void DumpReader::use(std::size_t section, std::string_view type) {
  const std::string_view text = encoding(type);
  if (!text.starts_with('#')) return;
  DumpLayout* layout = nullptr;
  if (text.find_first_of(".<") != std::string_view::npos) {
    layout = &in_place_[in_place(section, text)];
  } else {
    const std::string_view name = text.substr(1);
    const auto defined = definer(section, name);
    if (!defined) return;
    layout = &dump_->layouts[named(*defined, name, sections_[*defined].aliases.at(name))];
  }
  const char* key = layout->text.data();
  if (!seen_types_.emplace(key, type).second) return;
  layout->types.push_back(type);
  const Shape shape = extents(type);
  if (seen_shapes_.emplace(key, std::vector(shape.begin(), shape.end())).second) {
    layout->shapes.push_back(shape);
  }
}

void DumpReader::finish() {
  resolved_.resize(sections_.size());
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    // In the order of the text.
    std::vector<std::pair<std::string_view, std::string_view>> aliases(sections_[i].aliases.begin(),
                                                                       sections_[i].aliases.end());
    std::sort(aliases.begin(), aliases.end(),
              [](const auto& a, const auto& b) { return a.first.data() < b.first.data(); });
    for (const auto& [name, text] : aliases) named(i, name, text);
    dump_->modules.push_back(sections_[i].module);
  }
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    for (std::string_view type : sections_[i].types) use(i, type);
    for (const auto& [from, to, location] : sections_[i].conversions) {
      dump_->conversions.push_back(
          {type(i, from), type(i, to), sections_[i].locations.line(location)});
    }
  }
  std::move(in_place_.begin(), in_place_.end(), std::back_inserter(dump_->layouts));
}

}  // namespace

const DumpLayout* Dump::find(std::string_view name) const {
  if (name.starts_with('#')) name.remove_prefix(1);
  const auto found = std::find_if(layouts.rbegin(), layouts.rend(), [&](const DumpLayout& layout) {
    return !layout.name.empty() && layout.name == name;
  });
  return found == layouts.rend() ? nullptr : &*found;
}

Aliases Dump::aliases() const {
  return [this](std::string_view name) -> const AnyDescription* {
    const DumpLayout* layout = find(name);
    return layout != nullptr && layout->layout ? &*layout->layout : nullptr;
  };
}

Dump read_dump(std::string_view text) {
  Dump dump;
  DumpReader reader(&dump);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  reader.finish();
  return dump;
}

}  // namespace layoutq
