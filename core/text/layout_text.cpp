#include "core/text/layout_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/kinds/parameters.h"
#include "core/kinds/shared/offsets.h"
#include "core/text/syntax.h"

namespace layoutq {

namespace {

constexpr std::size_t most_bases = 62;
constexpr int most_nesting = 32;

/// Returns the kind of this name, with no parameters yet, or nullopt.
std::optional<AnyDescription> kind_named(std::string_view name, bool python) {
  std::optional<AnyDescription> found;
  if (name.empty()) return found;
  visit_kinds([&]<class Kind>(const KindRow<Kind>& row) {
    const bool form = !python && name == row.form_mlir;
    if (python ? name != row.python && name != row.python_constructor
               : name != row.mlir && name != row.older_mlir && !form) {
      return;
    }
    Kind kind{};
    if (form) kind.*row.form = true;
    if constexpr (RegisterKind<Kind>) {
      found = Description{std::move(kind)};
    } else {
      found = SharedDescription{std::move(kind)};
    }
  });
  return found;
}

/// Returns the names of all kinds, for errors.
std::vector<std::string_view> names_of_kinds(bool python) {
  std::vector<std::string_view> names;
  visit_kinds([&](const auto& row) {
    names.push_back(python ? row.python : row.mlir);
    if (!python && row.form != nullptr) names.push_back(row.form_mlir);
  });
  return names;
}

/// Makes descriptions from parsed values.
class LayoutReader {
 public:
  LayoutReader(Syntax* syntax, const Aliases& aliases) : syntax_(syntax), aliases_(aliases) {}

  AnyDescription layout(const Node& node);
  /// Returns a layout of registers.
  Description parent(const Node& node);

  Int number(const Node& node);
  bool truth(const Node& node);
  Dims dims(const Node& node);
  Bases bases(const Node& node);
  std::vector<Padding> paddings(const Node& node);
  void fail(std::size_t at, std::string reason,
            TextProblem::Cause cause = TextProblem::Cause::other) {
    syntax_->fail(at, std::move(reason), cause);
  }
  bool failed() const { return syntax_->failed(); }

 private:
  AnyDescription alias(const Node& node);
  AnyDescription kind(const Node& node);

  Syntax* syntax_;
  const Aliases& aliases_;
};

/// Fills a kind's parameters from the arguments of a parsed value.
class Filler {
 public:
  Filler(LayoutReader* reader, const Node& node)
      : reader_(reader), node_(node), python_(node.type == Node::Type::call) {}

  template <class Member>
  void field(const FieldNames& names, Member& member) {
    if (const Node* value = take(names)) {
      fill(*value, member);
    } else if (!name_of(names).empty()) {
      miss(name_of(names));
    }
  }

  template <class Member>
  void optional(const FieldNames& names, Member& member, const Member& otherwise) {
    member = otherwise;
    if (const Node* value = take(names)) fill(*value, member);
  }

  template <class Member>
  void shown(const FieldNames& names, Member& member, const Member& otherwise) {
    optional(names, member, otherwise);
  }
  template <class Member>
  void after_braces(const FieldNames& names, Member& member, const Member& otherwise) {
    optional(names, member, otherwise);
  }

  void tiles_per_warp(const FieldNames& names, Dims& tiles) {
    optional(names, tiles, Dims{});
    if (std::all_of(tiles.begin(), tiles.end(), [](Int count) { return count == 1; })) tiles = {};
  }

  /// Takes the shape from the bases if the text does not give it.
  void covered(const FieldNames& names, Shape& shape, std::initializer_list<const Bases*> all) {
    field(names, shape);
    if (shape.rank() > 0) return;
    for (const Bases* bases : all) {
      for (const Coordinate& basis : *bases) {
        if (shape.rank() == 0) shape = Shape(basis.rank(), 1);
        for (int d = 0; d < std::min(basis.rank(), shape.rank()); ++d) {
          while (shape[d] <= basis[d]) shape[d] *= 2;
        }
      }
    }
    without_dimensions_ = shape.rank() == 0;
  }

  void version(const FieldNames& names, Int& major, Int& minor) {
    if (!python_) {
      field({"versionMajor", "", -1}, major);
      optional({"versionMinor", "", -1}, minor, Int{0});
      return;
    }
    Dims both;
    field(names, both);
    major = both.rank() > 0 ? both[0] : 0;
    minor = both.rank() > 1 ? both[1] : 0;
  }

  void cluster(FieldNames names, Bases& cga_layout) {
    // Older versions have three lists instead, in Python from the same position on.
    FieldNames ctas{"CTAsPerCGA", "ctas_per_cga", -1};
    FieldNames split{"CTASplitNum", "cta_split_num", -1};
    FieldNames order{"CTAOrder", "cta_order", -1};
    if (const Node* value = positional(names.position); value != nullptr && is_numbers(*value)) {
      ctas.position = std::exchange(names.position, -1);
      split.position = ctas.position + 1;
      order.position = ctas.position + 2;
    }
    if (const Node* value = take(names)) fill(*value, cga_layout);
    Dims counts, splits, fastest;
    optional(ctas, counts, Dims{});
    optional(split, splits, Dims{});
    optional(order, fastest, Dims{});
    if (counts.rank() > 0) cga_layout = older_cluster(counts, splits, fastest);
  }

  void tiles(const FieldNames& names, AmdWmma& wmma) {
    const Node* value = take(names);
    if (value != nullptr && python_ && !is_numbers(*value)) {
      wmma.warp_bases = reader_->bases(*value);
    } else if (value != nullptr) {
      fill(*value, wmma.warps_per_cta);
      return;
    }
    optional({"", "warp_bases", -1}, wmma.warp_bases, Bases(wmma.warp_bases));
    optional({"", "reg_bases", -1}, wmma.reg_bases, Bases{});
    Int unused_rank = 0;
    optional({"", "rank", -1}, unused_rank, Int{0});
    const Node* cta = take({"ctaLayout", "", -1});
    if (cta == nullptr) {
      if (!python_ || (value == nullptr && find("warp_bases") == nullptr)) {
        miss(name_of(names));
      }
      return;
    }
    Filler inner(reader_, *cta);
    inner.optional({"register", "", -1}, wmma.reg_bases, Bases{});
    inner.field({"warp", "", -1}, wmma.warp_bases);
    inner.done("ctaLayout");
  }

  void padded(PaddedShared& padded) {
    const bool by_order = python_ && node_.name == "with_identity_for";
    const Node* pairs = nullptr;
    if (python_) {
      pairs = take({"", "interval_padding_pairs", 0});
      if (pairs == nullptr) miss("interval_padding_pairs");
    } else {
      positions_ = 1;
      pairs = positional(0);
      if (pairs == nullptr) miss("[interval:+padding]");
    }
    if (pairs != nullptr) padded.paddings = reader_->paddings(*pairs);
    if (python_ && !by_order) {
      field({"", "offset_bases", 1}, padded.offset_bases);
      optional({"", "block_bases", 2}, padded.block_bases, Bases{});
      covered({"", "shape", 3}, padded.shape, {&padded.offset_bases, &padded.block_bases});
      return;
    }
    Dims order;
    optional({"order", by_order ? "order" : "", 2}, order, Dims{});
    optional({"shape", by_order ? "shape" : "", 1}, padded.shape, Shape{});
    optional({"offset", "", -1}, padded.offset_bases, Bases{});
    optional({"block", "", -1}, padded.block_bases, Bases{});
    if (find("offset") != nullptr) {
      covered({"", "", -1}, padded.shape, {&padded.offset_bases, &padded.block_bases});
      return;
    }
    if (order.rank() == 0) miss("order");
    if (padded.shape.rank() == 0) miss("shape");
    if (missing_.empty()) place_in_order(padded, order);
  }

  /// Returns the problem of an argument that is unknown, or else of one that is missing.
  void done(std::string_view kind) {
    for (const Argument& argument : node_.arguments) {
      if (std::find(known_.begin(), known_.end(), argument.name) == known_.end()) {
        reader_->fail(argument.at, fmt::format("unknown parameter '{}' (those of {} are {})",
                                               argument.name, kind, fmt::join(known_, ", ")));
      }
    }
    if (node_.items.size() > static_cast<std::size_t>(positions_)) {
      reader_->fail(node_.items[static_cast<std::size_t>(positions_)].at, "one argument too many");
    }
    if (!missing_.empty()) reader_->fail(node_.at, fmt::format("'{}' is missing", missing_));
    if (without_dimensions_) {
      reader_->fail(node_.at, "without a basis the number of dimensions is not known");
    }
  }

 private:
  void miss(std::string_view name) {
    if (missing_.empty()) missing_ = name;
  }
  std::string_view name_of(const FieldNames& names) const {
    return python_ ? names.python : names.mlir;
  }
  const Node* positional(int position) const {
    const auto i = static_cast<std::size_t>(position);
    return position >= 0 && i < node_.items.size() ? &node_.items[i] : nullptr;
  }
  const Node* find(std::string_view name) const {
    for (const Argument& argument : node_.arguments) {
      if (argument.name == name) return &argument.value;
    }
    return nullptr;
  }
  /// Returns the parameter's value, or null if it is missing or Python's None.
  const Node* take(const FieldNames& names) {
    const std::string_view name = name_of(names);
    if (name.empty()) return nullptr;
    known_.push_back(name);
    const Node* value = find(name);
    if (python_) {
      positions_ = std::max(positions_, names.position + 1);
      const Node* in_place = positional(names.position);
      if (value != nullptr && in_place != nullptr) {
        reader_->fail(value->at, fmt::format("'{}' is given twice", name));
      }
      if (value == nullptr) value = in_place;
    }
    return value == nullptr || value->type == Node::Type::none ? nullptr : value;
  }
  static bool is_numbers(const Node& node) {
    return node.type == Node::Type::list && !node.items.empty() &&
           node.items.front().type == Node::Type::number;
  }

  void fill(const Node& value, Int& member) { member = reader_->number(value); }
  void fill(const Node& value, int& member) { member = static_cast<int>(reader_->number(value)); }
  void fill(const Node& value, bool& member) { member = reader_->truth(value); }
  void fill(const Node& value, Dims& member) { member = reader_->dims(value); }
  void fill(const Node& value, Bases& member) { member = reader_->bases(value); }
  void fill(const Node& value, std::shared_ptr<const Description>& member) {
    member = std::make_shared<Description>(reader_->parent(value));
  }

  Bases older_cluster(const Dims& counts, Dims splits, Dims order);
  void place_in_order(PaddedShared& padded, const Dims& order);

  LayoutReader* reader_;
  const Node& node_;
  bool python_;
  int positions_ = 0;
  std::string_view missing_;         ///< the first missing parameter
  bool without_dimensions_ = false;  ///< neither a shape nor a basis gives the rank
  std::vector<std::string_view> known_;
};

/// Places CTAs in CTAOrder: those that split a dimension move along it, the others hold copies.
Bases Filler::older_cluster(const Dims& counts, Dims splits, Dims order) {
  const int rank = counts.rank();
  if (splits.rank() == 0) splits = counts;
  for (int d = rank - 1; order.rank() < rank; --d) order.push_back(d);
  Bases bases;
  if (splits.rank() != rank || order.rank() != rank) {
    reader_->fail(node_.at, "CTAsPerCGA, CTASplitNum and CTAOrder differ in length");
    return bases;
  }
  for (Int at : order) {
    const int d = static_cast<int>(at);
    if (at >= rank) {
      reader_->fail(node_.at, fmt::format("CTAOrder has {}, past the last dimension", at));
      return bases;
    }
    for (Int moved = 1; moved < counts[d]; moved *= 2) {
      Coordinate basis(rank, 0);
      if (moved < splits[d]) basis[d] = moved;
      bases.push_back(basis);
    }
  }
  return bases;
}

void Filler::place_in_order(PaddedShared& padded, const Dims& order) {
  if (!is_permutation(order, padded.shape.rank())) {
    reader_->fail(node_.at,
                  fmt::format("'order' is not a permutation of 0 to {}", padded.shape.rank() - 1));
  } else if (auto problem = not_powers("shape", padded.shape, order.rank())) {
    reader_->fail(node_.at, fmt::format("'shape' {}", problem->reason));
  } else {
    padded.offset_bases = bases_in_order(padded.shape, order);
  }
}

Int LayoutReader::number(const Node& node) {
  if (node.type != Node::Type::number) fail(node.at, "expected a number");
  return node.number;
}

bool LayoutReader::truth(const Node& node) {
  if (node.type != Node::Type::truth) fail(node.at, "expected true or false");
  return node.truth;
}

Dims LayoutReader::dims(const Node& node) {
  if (node.type != Node::Type::list) fail(node.at, "expected a list of numbers, as in [1, 4]");
  Dims dims;
  for (const Node& item : node.items) {
    if (dims.rank() == max_rank) {
      fail(item.at, fmt::format("more than {} dimensions", max_rank));
      break;
    }
    dims.push_back(number(item));
  }
  return dims;
}

Bases LayoutReader::bases(const Node& node) {
  if (node.type != Node::Type::list) fail(node.at, "expected a list of bases, as in [[0, 1]]");
  Bases bases;
  for (const Node& item : node.items) {
    if (bases.size() == most_bases) {
      fail(item.at, fmt::format("more than {} bases", most_bases));
      break;
    }
    bases.push_back(dims(item));
    if (bases.back().rank() != bases.front().rank()) {
      fail(item.at, fmt::format("a basis of {} numbers, but the first one has {}",
                                bases.back().rank(), bases.front().rank()));
    }
  }
  return bases;
}

/// Returns the depth to which layouts are nested.
int nesting(const Description& description) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.parent; }) return 1 + nesting(*kind.parent);
        return 1;
      },
      description.kind);
}

std::vector<Padding> LayoutReader::paddings(const Node& node) {
  if (node.type != Node::Type::list) fail(node.at, "expected a list of pairs, as in [[128, 4]]");
  constexpr std::size_t most_paddings = 64;
  std::vector<Padding> paddings;
  for (const Node& item : node.items) {
    const Dims pair = dims(item);
    if (pair.rank() != 2) fail(item.at, "expected an interval and a padding");
    if (paddings.size() == most_paddings) fail(item.at, "too many paddings");
    if (failed()) return {};
    paddings.push_back({pair[0], pair[1]});
  }
  return paddings;
}

AnyDescription LayoutReader::alias(const Node& node) {
  const AnyDescription* known = aliases_ ? aliases_(node.name) : nullptr;
  if (known == nullptr) {
    fail(node.at, fmt::format("unknown alias '{}'", node.name), TextProblem::Cause::unknown_alias);
    return {};
  }
  // Aliases that refer to aliases could nest deeper than the stack allows.
  const auto* layout = std::get_if<Description>(known);
  if (layout != nullptr && nesting(*layout) > most_nesting) {
    fail(node.at, fmt::format("layouts nested more than {} deep", most_nesting));
    return {};
  }
  return *known;
}

AnyDescription LayoutReader::kind(const Node& node) {
  const bool python = node.type == Node::Type::call;
  std::optional<AnyDescription> any = kind_named(node.name, python);
  if (!any) {
    fail(node.at, fmt::format("'{}' is not modelled (modelled layouts: {})", node.name,
                              fmt::join(names_of_kinds(python), ", ")));
    return {};
  }
  Filler filler(this, node);
  std::visit(
      [&](auto& description) {
        std::visit([&](auto& kind) { visit_fields(kind, filler); }, description.kind);
      },
      *any);
  filler.done(kind_name(*any));
  if (failed()) return {};
  return *std::move(any);
}

Description LayoutReader::parent(const Node& node) {
  const AnyDescription any = layout(node);
  if (const auto* description = std::get_if<Description>(&any)) return *description;
  fail(node.at, "a parent is a layout of registers, not of shared memory");
  return {};
}

AnyDescription LayoutReader::layout(const Node& node) {
  if (failed()) return {};
  switch (node.type) {
    case Node::Type::name:
      return alias(node);
    case Node::Type::attribute:
    case Node::Type::call:
      return kind(node);
    default:
      fail(node.at, "expected a layout, as in #ttg.blocked<{...}> or BlockedLayout(...)");
      return {};
  }
}

bool has_number(char c) { return '0' <= c && c <= '9'; }

}  // namespace

std::variant<AnyDescription, TextProblem> read_layout_text(std::string_view text,
                                                           const Aliases& aliases) {
  Syntax syntax(text);
  Node node = syntax.value();
  if (node.type == Node::Type::name && syntax.take("=")) node = syntax.value();
  LayoutReader reader(&syntax, aliases);
  AnyDescription description = reader.layout(node);
  syntax.end();
  if (syntax.failed()) return *syntax.problem();
  return description;
}

namespace {

/// Reads the extents `128x64x` of a type at `at`, and moves `at` after them.
std::variant<Shape, TextProblem> read_extents(std::string_view text, std::size_t& at) {
  Shape shape;
  while (at < text.size() && has_number(text[at])) {
    Int extent = 0;
    const std::size_t first = at;
    for (; at < text.size() && has_number(text[at]); ++at) {
      extent = extent * 10 + (text[at] - '0');
      if (extent > INT32_MAX)
        return TextProblem{first, fmt::format("an extent above {}", INT32_MAX)};
    }
    if (extent == 0) return TextProblem{first, "an extent of 0"};
    if (shape.rank() == max_rank) {
      return TextProblem{first, fmt::format("more than {} dimensions", max_rank)};
    }
    shape.push_back(extent);
    if (at == text.size() || text[at] != 'x')
      return TextProblem{at, "expected 'x' after an extent"};
    ++at;
  }
  if (shape.rank() == 0) return TextProblem{at, "expected an extent, as in tensor<128x64xf16>"};
  return shape;
}

/// The position after `tensor<` or `!ttg.memdesc<`, and whether the type is in shared memory.
struct TypeOpening {
  std::size_t end = 0;
  bool in_memory = false;
};

std::optional<TypeOpening> opening_of(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("tensor<")) return TypeOpening{at + 7, false};
  for (std::string_view name : {"memdesc<", "ttg.memdesc<", "triton_gpu.memdesc<", "tt.memdesc<"}) {
    const std::size_t begin = at + (text.substr(at).starts_with('!') ? 1 : 0);
    if (text.substr(begin).starts_with(name)) return TypeOpening{begin + name.size(), true};
  }
  return std::nullopt;
}

/// Reads what follows the layout in a memdesc, from `at` on: the memory, whether it is mutable, and
/// the allocated shape.
std::optional<TextProblem> read_memory_tail(std::string_view text, std::size_t& at,
                                            TensorType& type) {
  const auto next = [&](std::string_view token) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    if (!text.substr(begin).starts_with(token)) return false;
    at = begin + token.size();
    return true;
  };
  if (!next(",")) return std::nullopt;
  if (!next("#")) return TextProblem{at, "expected the memory, as in #smem"};
  const std::size_t name = at;
  at = std::min(text.find_first_of(",> \t", at), text.size());
  if (text.substr(name, at - name).ends_with("tensor_memory")) {
    return TextProblem{name, "tensor memory is not modelled"};
  }
  if (!next(",")) return std::nullopt;
  if (next("mutable") && !next(",")) return std::nullopt;
  Shape allocation;
  do {
    Int extent = 0;
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    for (at = first; at < text.size() && has_number(text[at]) && extent <= INT32_MAX; ++at) {
      extent = extent * 10 + (text[at] - '0');
    }
    if (extent == 0 || extent > INT32_MAX || allocation.rank() == max_rank) {
      return TextProblem{first, "expected the allocation's shape, as in 64x64"};
    }
    allocation.push_back(extent);
  } while (next("x"));
  type.allocation = allocation;
  return std::nullopt;
}

}  // namespace

std::variant<TensorType, TextProblem> read_tensor_type(std::string_view text,
                                                       const Aliases& aliases) {
  std::size_t at = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const auto wrong = [&](std::string reason) { return TextProblem{at, std::move(reason)}; };
  const auto opening = opening_of(text, at);
  if (!opening) return wrong("expected a tensor's type, as in tensor<128x64xf16, #mma>");
  at = opening->end;
  TensorType type;
  const auto shape = read_extents(text, at);
  if (const auto* problem = std::get_if<TextProblem>(&shape)) return *problem;
  type.shape = std::get<Shape>(shape);
  // The element's type ends at the first comma or bracket that does not belong to it.
  const std::size_t element = at;
  for (int depth = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (depth == 0 && (c == ',' || c == '>')) break;
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
  }
  type.element = text.substr(element, at - element);
  if (type.element.empty()) return wrong("expected an element type");
  if (at == text.size()) return wrong("expected '>'");
  if (text[at] == ',') {
    ++at;
    // After its layout a type in shared memory names the memory, and more.
    Syntax syntax(text.substr(at));
    const Node node = syntax.value();
    type.layout_text = text.substr(at, syntax.at());
    LayoutReader reader(&syntax, aliases);
    if (!syntax.failed()) type.layout = reader.layout(node);
    if (type.layout &&
        std::holds_alternative<SharedDescription>(*type.layout) != opening->in_memory) {
      syntax.fail(node.at, opening->in_memory
                               ? "a memdesc has a layout in shared memory, not of registers"
                               : "a tensor has a layout of registers, not in shared memory");
    }
    if (syntax.failed()) {
      TextProblem problem = *syntax.problem();
      problem.at += at;
      return problem;
    }
    const std::size_t blank =
        std::min(type.layout_text.find_first_not_of(' '), type.layout_text.size());
    type.layout_text.remove_prefix(blank);
    at += syntax.at();
    if (opening->in_memory) {
      if (auto problem = read_memory_tail(text, at, type)) return *problem;
    }
    at = text.find_first_not_of(" \t\r\n", at);
    if (at >= text.size() || text[at] != '>') {
      at = std::min(at, text.size());
      return wrong("expected '>'");
    }
  }
  ++at;
  if (text.find_first_not_of(" \t\r\n", at) != std::string_view::npos) {
    return wrong("expected the end");
  }
  return type;
}

bool TensorType::is_part() const {
  if (!allocation || !layout) return false;
  for (int d = 1; d <= rank(*layout); ++d) {
    const int of_type = shape.rank() - d;
    const int of_whole = allocation->rank() - d;
    if (of_type < 0 || of_whole < 0) return true;
    if (shape[of_type] != (*allocation)[of_whole]) return true;
  }
  return false;
}

std::string_view kind_of_text(std::string_view text) {
  if (!text.starts_with('#')) return {};
  const std::size_t end = std::min(text.find_first_of("<( \t"), text.size());
  const std::string_view name = text.substr(1, end - 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

bool is_modelled(std::string_view kind) { return kind_named(kind, false).has_value(); }

}  // namespace layoutq
