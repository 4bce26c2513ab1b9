#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/layout_fields.h"
#include "core/text/layout_text.h"

namespace layoutq {

namespace {

std::string text_of(Int value) { return fmt::format("{}", value); }
std::string text_of(int value) { return fmt::format("{}", value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const Dims& dims) { return fmt::format("[{}]", fmt::join(dims, ", ")); }
std::string text_of(const Bases& bases) {
  std::vector<std::string> texts;
  for (const Coordinate& basis : bases) texts.push_back(text_of(basis));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}
std::string text_of(const std::shared_ptr<const Description>& parent) { return mlir_text(*parent); }

/// Collects `name = value` for each parameter that MLIR prints.
class MlirPrinter {
 public:
  template <class Member>
  void field(const FieldNames& names, const Member& member) {
    if (!names.mlir.empty()) parts_.push_back(fmt::format("{} = {}", names.mlir, text_of(member)));
  }
  template <class Member>
  void optional(const FieldNames& names, const Member& member, const Member& otherwise) {
    if (!(member == otherwise)) field(names, member);
  }
  void cluster(const FieldNames& names, const Bases& cga_layout) {
    if (!cga_layout.empty()) field(names, cga_layout);
  }
  void version(const FieldNames&, Int major, Int minor) {
    field({"versionMajor", "", 0}, major);
    field({"versionMinor", "", 0}, minor);
  }
  void tiles(const FieldNames& names, const AmdWmma& wmma) {
    if (wmma.warps_per_cta.rank() > 0) {
      field(names, wmma.warps_per_cta);
      return;
    }
    const std::string registers =
        wmma.reg_bases.empty() ? "" : fmt::format("register = {}, ", text_of(wmma.reg_bases));
    parts_.push_back(
        fmt::format("ctaLayout = {{{}warp = {}}}", registers, text_of(wmma.warp_bases)));
  }

  const std::vector<std::string>& parts() const { return parts_; }

 private:
  std::vector<std::string> parts_;
};

}  // namespace

std::string mlir_text(const Description& description) {
  MlirPrinter printer;
  std::visit([&](const auto& kind) { visit_fields(kind, printer); }, description.kind);
  return fmt::format("#ttg.{}<{{{}}}>", kind_name(description), fmt::join(printer.parts(), ", "));
}

std::string mlir_text(const LinearLayout& layout) {
  return mlir_text(Description{Linear{.reg_bases = layout.bases(Index::reg),
                                      .lane_bases = layout.bases(Index::lane),
                                      .warp_bases = layout.bases(Index::warp),
                                      .block_bases = layout.bases(Index::block),
                                      .shape = layout.shape()}});
}

}  // namespace layoutq
