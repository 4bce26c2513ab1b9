#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/kinds/shared/offsets.h"
#include "core/text/layout_text.h"

namespace layoutq {

namespace {

enum class Language { mlir, python, json };

template <class Described>
std::string print(Language language, const Described& description);

std::string text_of(Int value) { return fmt::format("{}", value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const Dims& dims) { return fmt::format("[{}]", fmt::join(dims, ", ")); }
std::string text_of(const Bases& bases) {
  std::vector<std::string> texts;
  for (const Coordinate& basis : bases) texts.push_back(text_of(basis));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

/// Collects the parameters: `name = value` in MLIR, `name=value` in Python, `"name": value` in
/// JSON. JSON has Python's names and all parameters, except for the position of a single CTA.
class Printer {
 public:
  explicit Printer(Language language)
      : language_(language), json_(language == Language::json), mlir_(language == Language::mlir) {}

  template <class Member>
  void field(const FieldNames& names, const Member& member) {
    add(names, text_of(member));
  }
  void field(const FieldNames& names, int member) { field(names, Int{member}); }
  void field(const FieldNames& names, bool member) {
    add(names, language_ == Language::python ? (member ? "True" : "False") : text_of(member));
  }
  void field(const FieldNames& names, const std::shared_ptr<const Description>& parent) {
    add(names, print(language_, *parent));
  }
  template <class Member>
  void optional(const FieldNames& names, const Member& member, const Member& otherwise) {
    if (json_ || !(member == otherwise)) field(names, member);
  }
  template <class Member>
  void shown(const FieldNames& names, const Member& member, const Member&) {
    field(names, member);
  }
  void tiles_per_warp(const FieldNames& names, const Dims& tiles) {
    optional(names, tiles, Dims{});
  }
  void covered(const FieldNames& names, const Shape& shape, std::initializer_list<const Bases*>) {
    field(names, shape);
  }
  template <class Member>
  void after_braces(const FieldNames& names, const Member& member, const Member&) {
    if (!mlir_) {
      field(names, member);
    } else {
      after_ = fmt::format(", {} = {}", names.mlir, text_of(member));
    }
  }
  void cluster(const FieldNames& names, const Bases& cga_layout) {
    if (!cga_layout.empty()) field(names, cga_layout);
  }
  void version(const FieldNames& names, Int major, Int minor) {
    if (!mlir_) {
      field(names, Dims{major, minor});
    } else {
      add("versionMajor", text_of(major));
      add("versionMinor", text_of(minor));
    }
  }
  void tiles(const FieldNames& names, const AmdWmma& wmma) {
    if (wmma.warps_per_cta.rank() > 0) {
      field(names, wmma.warps_per_cta);
    } else if (!mlir_) {
      add("warp_bases", text_of(wmma.warp_bases));
      add("reg_bases", text_of(wmma.reg_bases));
    } else {
      const std::string registers =
          wmma.reg_bases.empty() ? "" : fmt::format("register = {}, ", text_of(wmma.reg_bases));
      add("ctaLayout", fmt::format("{{{}warp = {}}}", registers, text_of(wmma.warp_bases)));
    }
  }

  void padded(const PaddedShared& padded) {
    std::vector<std::string> pairs;
    for (const Padding& padding : padded.paddings) {
      pairs.push_back(mlir_ ? fmt::format("{}:+{}", padding.interval, padding.elements)
                            : fmt::format("[{}, {}]", padding.interval, padding.elements));
    }
    const std::string list = fmt::format("[{}]", fmt::join(pairs, ", "));
    const auto order = padded.block_bases.empty() && !json_
                           ? order_of_bases(padded.shape, padded.offset_bases)
                           : std::nullopt;
    if (mlir_) {
      before_ = list + " ";
    } else {
      add("interval_padding_pairs", list);
    }
    if (order) {
      if (!mlir_) constructor_ = ".with_identity_for";
      add(mlir_ ? "order" : "shape", text_of(mlir_ ? *order : padded.shape));
      add(mlir_ ? "shape" : "order", text_of(mlir_ ? padded.shape : *order));
    } else {
      add(mlir_ ? "offset" : "offset_bases", text_of(padded.offset_bases));
      add(mlir_ ? "block" : "block_bases", text_of(padded.block_bases));
      if (!mlir_) add("shape", text_of(padded.shape));
    }
  }

  /// Returns the parameters within braces; in MLIR with what comes before and after the braces.
  std::string text() const {
    return fmt::format("{}{{{}}}{}", before_, fmt::join(parts_, ", "), after_);
  }
  std::string list() const { return fmt::format("{}", fmt::join(parts_, ", ")); }
  /// The name of Python's class, if it differs.
  const std::string& constructor() const { return constructor_; }

 private:
  void add(const FieldNames& names, const std::string& value) {
    add(mlir_ ? names.mlir : names.python, value);
  }
  void add(std::string_view name, const std::string& value) {
    if (name.empty()) return;
    parts_.push_back(json_   ? fmt::format("\"{}\": {}", name, value)
                     : mlir_ ? fmt::format("{} = {}", name, value)
                             : fmt::format("{}={}", name, value));
  }

  Language language_;
  bool json_;
  bool mlir_;
  std::vector<std::string> parts_;
  std::string before_;
  std::string after_;
  std::string constructor_;
};

/// Returns Gluon's class, or an empty text for a form of the kind that Gluon does not have.
std::string_view python_name(std::string_view kind) {
  std::string_view name;
  visit_kinds([&](const auto& row) {
    if (row.mlir == kind) name = row.python;
  });
  return name;
}

template <class Described>
std::string print(Language language, const Described& description) {
  Printer printer(language);
  std::visit([&](const auto& kind) { visit_fields(kind, printer); }, description.kind);
  const std::string_view kind = kind_name(description);
  switch (language) {
    case Language::mlir:
      return fmt::format("#ttg.{}<{}>", kind, printer.text());
    case Language::python:
      return fmt::format("{}{}({})", python_name(kind), printer.constructor(), printer.list());
    case Language::json:
      return fmt::format(R"({{"kind": "{}", {}}})", kind, printer.list());
  }
  return "";
}

}  // namespace

std::string mlir_text(const Description& description) { return print(Language::mlir, description); }

std::string mlir_text(const SharedDescription& description) {
  return print(Language::mlir, description);
}

std::optional<std::string> python_text(const SharedDescription& description) {
  if (python_name(kind_name(description)).empty()) return std::nullopt;
  return print(Language::python, description);
}

std::string json_text(const Description& description) { return print(Language::json, description); }

std::string json_text(const SharedDescription& description) {
  return print(Language::json, description);
}

std::string mlir_text(const AnyDescription& any) {
  return std::visit([](const auto& description) { return mlir_text(description); }, any);
}

std::string json_text(const AnyDescription& any) {
  return std::visit([](const auto& description) { return json_text(description); }, any);
}

std::string mlir_text(const LinearLayout& layout) {
  return mlir_text(Description{Linear{.reg_bases = layout.bases(Index::reg),
                                      .lane_bases = layout.bases(Index::lane),
                                      .warp_bases = layout.bases(Index::warp),
                                      .block_bases = layout.bases(Index::block),
                                      .shape = layout.shape()}});
}

std::string mlir_text(const SharedLayout& layout) {
  const LinearLayout numbers = layout.linear();
  const Bases offset = numbers.bases(Index::reg);
  const Bases block = numbers.bases(Index::block);
  if (layout.paddings().empty()) {
    return mlir_text(SharedDescription{
        SharedLinear{.offset_bases = offset, .block_bases = block, .shape = layout.shape()}});
  }
  return mlir_text(SharedDescription{PaddedShared{.paddings = layout.paddings(),
                                                  .offset_bases = offset,
                                                  .block_bases = block,
                                                  .shape = layout.shape()}});
}

}  // namespace layoutq
