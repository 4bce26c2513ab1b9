#include "core/mlir/dump.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/mlir/types.h"
#include "core/text/brackets.h"

namespace layoutq {

namespace {

/// The longest type that is read: far longer than real ones.
constexpr std::size_t most_type_length = 1 << 13;

/// Returns the position after the `>` that closes the `<` at `open`; npos if none does on the line,
/// or if the type would be too long.
std::size_t end_of_type(std::string_view line, std::size_t open) {
  line = line.substr(0, open + most_type_length);
  const std::size_t end = closing(line, open);
  return end < line.size() ? end + 1 : std::string_view::npos;
}

/// Returns the encoding of a tensor type, which follows its shape and element; empty if it has
/// none.
std::string_view encoding(std::string_view type) {
  const auto parts = parts_of(inside(type, type.find('<')));
  return parts.size() > 1 ? parts[1] : std::string_view();
}

/// Reads a dump line by line, one module after the other.
class DumpReader {
 public:
  explicit DumpReader(Dump* dump) : dump_(dump) {}

  void line(std::string_view line);
  void finish();

 private:
  /// The types in the body of one module.
  struct Body {
    std::vector<std::string_view> types;
    std::unordered_set<std::string_view> known_types;
  };

  DumpLayout describe(std::size_t module, std::string_view name, std::string_view text);
  std::size_t named(std::size_t module, std::string_view name, std::string_view text);
  std::size_t in_place(std::size_t module, std::string_view text);
  void use(std::size_t module, std::string_view type);

  Dump* dump_;
  Modules modules_;
  std::vector<Body> bodies_;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> by_name_;  ///< and text
  std::unordered_map<std::string_view, std::size_t> by_text_;
  // The types and shapes of each layout so far. The address of its text identifies a layout.
  std::set<std::pair<const char*, std::string_view>> seen_types_;
  std::set<std::pair<const char*, std::vector<Int>>> seen_shapes_;
  std::vector<DumpLayout> in_place_;
};

void DumpReader::line(std::string_view line) {
  line = modules_.body(line);
  if (line.empty()) return;
  bodies_.resize(modules_.count());
  Body& body = bodies_.back();
  for (std::size_t open = line.find('<'); open != std::string_view::npos;) {
    std::size_t begin = open;
    while (begin > 0 && is_name_character(line[begin - 1])) --begin;
    const std::string_view name = line.substr(begin, open - begin);
    const bool tensor = name == "tensor" || name.ends_with("xtensor");
    const std::size_t end =
        tensor || name == "ttg.memdesc" || name == "triton_gpu.memdesc" || name == "tt.memdesc"
            ? end_of_type(line, open)
            : std::string_view::npos;
    if (end == std::string_view::npos) {
      open = line.find('<', open + 1);
      continue;
    }
    const std::string_view type = line.substr(begin, end - begin);
    if (body.known_types.insert(type).second) body.types.push_back(type);
    open = line.find('<', end);
  }
}

DumpLayout DumpReader::describe(std::size_t module, std::string_view name, std::string_view text) {
  DumpLayout layout;
  layout.name = name;
  layout.text = text;
  layout.kind = kind_of_text(text);
  layout.module = module;
  if (!layout.kind.empty() && !is_modelled(layout.kind)) return layout;
  const auto answer = read_layout_text(text, modules_.aliases(module));
  if (const auto* description = std::get_if<AnyDescription>(&answer)) {
    layout.kind = kind_name(*description);
    layout.layout = *description;
  } else {
    layout.problem = std::get<TextProblem>(answer);
  }
  return layout;
}

std::size_t DumpReader::named(std::size_t module, std::string_view name, std::string_view text) {
  const auto [at, is_new] = by_name_.try_emplace({name, text}, dump_->layouts.size());
  if (is_new) dump_->layouts.push_back(describe(module, name, text));
  return at->second;
}

std::size_t DumpReader::in_place(std::size_t module, std::string_view text) {
  const auto [at, is_new] = by_text_.try_emplace(text, in_place_.size());
  if (is_new) in_place_.push_back(describe(module, {}, text));
  return at->second;
}

void DumpReader::use(std::size_t module, std::string_view type) {
  const std::string_view text = encoding(type);
  if (!text.starts_with('#')) return;
  DumpLayout* layout = nullptr;
  if (text.find_first_of(".<") != std::string_view::npos) {
    layout = &in_place_[in_place(module, text)];
  } else {
    const std::string_view name = text.substr(1);
    const auto defined = modules_.definer(module, name);
    if (!defined) return;
    layout = &dump_->layouts[named(*defined, name, modules_.text(*defined, name))];
  }
  const char* key = layout->text.data();
  if (!seen_types_.emplace(key, type).second) return;
  layout->types.push_back(type);
  const Shape shape = read_value_type(type).shape;
  if (seen_shapes_.emplace(key, std::vector(shape.begin(), shape.end())).second) {
    layout->shapes.push_back(shape);
  }
}

void DumpReader::finish() {
  bodies_.resize(modules_.count());
  for (std::size_t i = 0; i < modules_.count(); ++i) {
    for (const auto& [name, text] : modules_.names(i)) named(i, name, text);
    dump_->modules.push_back(modules_[i]);
  }
  for (std::size_t i = 0; i < modules_.count(); ++i) {
    for (std::string_view type : bodies_[i].types) use(i, type);
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
