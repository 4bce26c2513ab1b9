#include "cmd/report/offset_derivation.h"

#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <vector>

#include "core/kinds/steps.h"
#include "core/layout/owners.h"
#include "core/questions/banks.h"

namespace layoutq {

namespace {

/// A swizzle and the dimensions of its columns and rows, for a calculation by hand.
struct Swizzled {
  Swizzle swizzle;
  int column = 0;
  int row = 0;
  Int columns = 0;                         ///< the width of a row, after which it repeats
  std::optional<Int> rows = std::nullopt;  ///< the rows of a tile; nullopt means all
  Shape shape_per_cta = {};
};

/// Returns the swizzle, or nullopt for kinds without one and for those defined by bases.
std::optional<Swizzled> swizzle_of(const SharedDescription& description, const Shape& shape) {
  if (const auto* shared = std::get_if<SwizzledShared>(&description.kind)) {
    if (shape.rank() == 1 || shared->max_phase == 1) return std::nullopt;
    Swizzled swizzled{
        .swizzle = {shared->vec, shared->per_phase, shared->max_phase, shared->rotating},
        .column = static_cast<int>(shared->order[0]),
        .row = static_cast<int>(shared->order[1]),
        .shape_per_cta = Cluster{shared->cga_layout}.shape_per_cta(shape)};
    swizzled.columns = swizzled.shape_per_cta[swizzled.column];
    return swizzled;
  }
  const auto* shared = std::get_if<NvmmaShared>(&description.kind);
  if (shared == nullptr || shared->swizzle_byte_width == 0 || shape.rank() != 2) {
    return std::nullopt;
  }
  const NvmmaTile tile = tile_of(*shared);
  return Swizzled{.swizzle = tile.swizzle,
                  .column = shared->transposed ? 0 : 1,
                  .row = shared->transposed ? 1 : 0,
                  .columns = tile.columns,
                  .rows = NvmmaTile::rows,
                  .shape_per_cta = Cluster{shared->cga_layout}.shape_per_cta(shape)};
}

/// Returns "20 mod 8 = 4", or just "4" if the value is already 4.
std::string mod_text(Int value, Int modulus) {
  return value < modulus ? fmt::format("{}", value)
                         : fmt::format("{} mod {} = {}", value, modulus, value % modulus);
}

void derive_swizzle(Output* output, const Swizzled& swizzled, const Coordinate& element) {
  const Swizzle& swizzle = swizzled.swizzle;
  const Int row = element[swizzled.row] % swizzled.shape_per_cta[swizzled.row];
  const Int row_in_tile = swizzled.rows ? row % *swizzled.rows : row;
  output->print("  row (dim{}): {}\n", swizzled.row,
                swizzled.rows
                    ? mod_text(element[swizzled.row], *swizzled.rows)
                    : mod_text(element[swizzled.row], swizzled.shape_per_cta[swizzled.row]));
  output->print("  phase: {} / {} mod {} = {}\n", row_in_tile, swizzle.per_phase, swizzle.max_phase,
                row_in_tile / swizzle.per_phase % swizzle.max_phase);
  const Int phase = swizzle.phase(row_in_tile);
  if (swizzle.rotating) {
    const Int begun = row_in_tile / swizzle.per_phase / swizzle.max_phase;
    output->print("  rotated: phase xor {} mod {} = {}\n", begun, swizzle.max_phase, phase);
  }
  const Int column = element[swizzled.column] % swizzled.columns;
  output->print("  column (dim{}): {} = vector {}*{} + {}\n", swizzled.column,
                mod_text(element[swizzled.column], swizzled.columns), column / swizzle.vec,
                swizzle.vec, column % swizzle.vec);
  // A row that is narrower than its swizzle repeats.
  const Int vector = column / swizzle.vec ^ phase;
  output->print("  vector {} xor phase {} = {}: column {} of the row in memory\n",
                column / swizzle.vec, phase, vector,
                mod_text(vector * swizzle.vec + column % swizzle.vec, swizzled.columns));
}

/// Formats the bits of a coordinate, and what each moves: "dim1 6 = 4 + 2: 4 xor 2".
void derive_bits(Output* output, const SharedTensor& tensor, const Place& place) {
  const Layout& numbers = tensor.layout.numbers();
  const Coordinate element = numbers.coordinate(place);
  std::vector<std::string> moved;
  for (int d = 0; d < element.rank(); ++d) {
    std::vector<std::string> bits;
    std::vector<std::string> steps;
    Int sum = 0;
    for (Int bit = Int{1} << 31; bit > 0; bit /= 2) {
      if ((element[d] & bit) == 0) continue;
      Coordinate one(element.rank(), 0);
      one[d] = bit;
      const Place step = *numbers.owners(one);
      bits.push_back(fmt::format("{}", bit));
      // In a cluster, some bits select the CTA.
      steps.push_back(step.block > 0 ? fmt::format("CTA {}", step.block)
                                     : fmt::format("{}", step.reg));
      sum ^= step.reg;
    }
    if (bits.empty()) continue;
    output->print("  dim{} {} = {}: {}\n", d, element[d], fmt::join(bits, " + "),
                  fmt::join(steps, " xor "));
    moved.push_back(fmt::format("{}", sum));
  }
  output->print("  {} {}\n", tensor.layout.paddings().empty() ? "offset" : "number",
                moved.size() > 1 ? fmt::format("{} = {}", fmt::join(moved, " xor "), place.reg)
                                 : fmt::format("{}", place.reg));
}

}  // namespace

void derive_offset(Output* output, const SharedDescription& description, const SharedTensor& tensor,
                   const Place& place) {
  const SharedLayout& layout = tensor.layout;
  if (const auto swizzled = swizzle_of(description, layout.shape())) {
    derive_swizzle(output, *swizzled, layout.numbers().coordinate(place));
  }
  derive_bits(output, tensor, place);
  const Int offset = layout.offset(place.reg);
  if (!layout.paddings().empty()) {
    std::string sum = fmt::format("{}", place.reg);
    for (const Padding& padding : layout.paddings()) {
      sum += fmt::format(" + {} / {} * {}", place.reg, padding.interval, padding.elements);
    }
    output->print("  offset {} = {}\n", sum, offset);
  }
  const Int byte = offset * tensor.element_bytes;
  output->print("  byte {}*{} = {}, bank {} / {} mod {} = {}\n", offset, tensor.element_bytes, byte,
                byte, word_bytes, bank_count, bank_of(byte));
}

}  // namespace layoutq
