#include "core/layout/shared_layout.h"

#include <doctest/doctest.h>

#include "core/kinds/shared/offsets.h"
#include "core/kinds/shared/shared_description.h"
#include "core/kinds/shared/swizzles.h"
#include "core/layout/owners.h"
#include "core/text/layout_text.h"

namespace layoutq {

namespace {

SharedDescription swizzled(Int vec, Int per_phase, Int max_phase, Dims order) {
  return {SwizzledShared{vec, per_phase, max_phase, order}};
}

Int offset_of(const SharedLayout& layout, const Coordinate& element) {
  return layout.offset((*layout.numbers().owners(element)).reg);
}

std::string refused(const SharedDescription& description, const Shape& shape) {
  auto problem = problem_of(description);
  if (!problem) problem = problem_of(description, shape);
  return problem ? std::string(problem->parameter) + " " + problem->reason : "";
}

SharedDescription padded(std::vector<Padding> paddings, const Shape& shape) {
  return {PaddedShared{.paddings = std::move(paddings),
                       .offset_bases = bases_in_order(shape, {1, 0}),
                       .shape = shape}};
}

}  // namespace

TEST_CASE("a swizzle permutes the vectors of a row by its phase, and nothing within a vector") {
  // Rows of 8 vectors of 4: row 3 has phase 3 / 2 = 1, so vectors 0 and 1 are exchanged.
  const SharedLayout layout = build(swizzled(4, 2, 8, {1, 0}), {16, 32});
  CHECK(offset_of(layout, {1, 5}) == 37);
  CHECK(offset_of(layout, {3, 5}) == 3 * 32 + 1);
  CHECK(offset_of(layout, {3, 1}) == 3 * 32 + 5);
  CHECK(offset_of(layout, {15, 0}) == 15 * 32 + 7 * 4);
  CHECK(layout.size() == 512);
}

TEST_CASE("a phase that exceeds the row wraps around within it") {
  const SharedLayout layout = build(swizzled(4, 1, 8, {1, 0}), {8, 8});
  CHECK(offset_of(layout, {1, 0}) == 8 + 4);
  CHECK(offset_of(layout, {2, 0}) == 16);
  CHECK(offset_of(layout, {7, 0}) == 56 + 4);
}

TEST_CASE("a swizzle permutes nothing in one dimension, and only the two fastest of several") {
  CHECK(offset_of(build(swizzled(4, 1, 8, {0}), {64}), {37}) == 37);
  const SharedLayout layout = build(swizzled(1, 1, 2, {2, 1, 0}), {2, 2, 2});
  CHECK(offset_of(layout, {1, 1, 0}) == 4 + 2 + 1);
  CHECK(offset_of(layout, {1, 0, 0}) == 4);
}

TEST_CASE("nvmma's tiles are ordered column by column") {
  // A tile has 8 x 64 fp16 elements; the 16-byte vectors of a row are permuted by its number.
  const SharedLayout layout =
      build({NvmmaShared{.swizzle_byte_width = 128, .element_bitwidth = 16}}, {16, 128});
  CHECK(offset_of(layout, {0, 63}) == 63);
  CHECK(offset_of(layout, {1, 0}) == 64 + 8);
  CHECK(offset_of(layout, {9, 0}) == 9 * 64 + 8);
  CHECK(offset_of(layout, {0, 64}) == 16 * 64);
}

TEST_CASE("padding lies between the elements, and holds none") {
  const SharedLayout layout = build(padded({{4, 1}, {8, 2}}, {4, 4}), {4, 4});
  // Worked by hand: 16 elements, one element of padding after every 4, two more after every 8.
  CHECK(offset_of(layout, {0, 3}) == 3);
  CHECK(offset_of(layout, {1, 0}) == 5);
  CHECK(offset_of(layout, {2, 0}) == 8 + 2 + 2);
  CHECK(offset_of(layout, {3, 3}) == 15 + 3 + 2);
  CHECK(layout.size() == 21);
  CHECK(layout.number(3) == 3);
  CHECK_FALSE(layout.number(4));
  CHECK(layout.number(5) == 4);
  CHECK_FALSE(layout.number(11));
  CHECK(layout.number(20) == 15);
  Int elements = 0;
  for (Int offset = 0; offset < layout.size(); ++offset) elements += layout.number(offset) ? 1 : 0;
  CHECK(elements == 16);
}

TEST_CASE("a padding after the last element is ignored") {
  const SharedLayout layout = build(padded({{16, 4}, {32, 1}}, {4, 4}), {4, 4});
  CHECK(layout.paddings().empty());
  CHECK(layout.size() == 16);
}

TEST_CASE("each CTA of a cluster holds its part") {
  SwizzledShared halves{1, 1, 1, {1, 0}};
  halves.cga_layout = {{1, 0}};
  const SharedLayout layout = build({halves}, {8, 4});
  CHECK(layout.blocks() == 2);
  CHECK(layout.size() == 16);
  const Place place = *layout.numbers().owners({5, 1});
  CHECK(place.block == 1);
  CHECK(place.reg == 5);
}

TEST_CASE("the default shape is the smallest one after which a layout repeats") {
  CHECK(covered_shape(swizzled(4, 2, 8, {1, 0})) == Shape{16, 32});
  CHECK(covered_shape(swizzled(4, 2, 8, {0, 1})) == Shape{32, 16});
  CHECK(covered_shape({NvmmaShared{.swizzle_byte_width = 64, .element_bitwidth = 8}}) ==
        Shape{8, 64});
  CHECK(covered_shape({NvmmaShared{
            .swizzle_byte_width = 64, .element_bitwidth = 8, .rank = 3, .transposed = true}}) ==
        Shape{64, 1, 8});
}

TEST_CASE("a layout of shared memory that is invalid says why") {
  CHECK(refused(swizzled(3, 1, 1, {1, 0}), {8, 8}) ==
        "vec is 3, but must be a power of two of at most 65536");
  CHECK(refused(swizzled(1, 1, 0, {1, 0}), {8, 8}) ==
        "max_phase is 0, but must be a power of two of at most 65536");
  CHECK(refused(swizzled(1, 1, 1, {1, 1}), {8, 8}) == "order is not a permutation of 0 to 1");
  CHECK(refused(swizzled(1, 1, 1, {1, 0}), {8, 12}) == "shape has 12, which is not a power of two");
  CHECK(refused(swizzled(1, 1, 1, {1, 0}), {8}) ==
        "shape has 1 number, but the layout has 2 dimensions");
  CHECK(refused({NvmmaShared{.swizzle_byte_width = 96}}, {8, 64}) ==
        "swizzle_byte_width is 96, but must be 0, 32, 64 or 128");
  CHECK(refused({NvmmaShared{.element_bitwidth = 4}}, {8, 64}) ==
        "element_bitwidth is 4, but must be 8, 16, 32 or 64");
  CHECK(refused({NvmmaShared{.swizzle_byte_width = 128, .element_bitwidth = 16}}, {4, 64}) ==
        "shape gives a CTA 4 rows of 64, less than a tile of 8 rows of 64");
  CHECK(refused({NvmmaShared{.fp4_padded = true}}, {8, 64}) ==
        "fp4_padded is true, which is not modelled");
  CHECK(refused({SharedLinear{.offset_bases = {{1}}, .alignment = 3, .shape = {2}}}, {2}) ==
        "alignment is 3, which is not a power of two");
  CHECK(refused({SharedLinear{.offset_bases = {{1}, {1}}, .shape = {2}}}, {2}) ==
        "offset_bases gives several offsets the same element");
  CHECK(refused({SharedLinear{.offset_bases = {{2}}, .shape = {4}}}, {4}) ==
        "offset_bases does not reach every element of shape 4");
  CHECK(refused({SharedLinear{.offset_bases = {{1}}, .shape = {2}}}, {4}) ==
        "shape is not the one that the layout's bases cover, 2");
  CHECK(refused(padded({{3, 1}}, {4, 4}), {4, 4}) ==
        "interval_padding_pairs has 3, which is not a power of two");
  CHECK(refused(padded({{4, 1}, {4, 2}}, {4, 4}), {4, 4}) ==
        "interval_padding_pairs has the interval 4 twice");
  SwizzledShared cut{1, 1, 1, {0}};
  cut.cga_layout = {{1}, {2}};
  CHECK(refused({cut}, {2}) == "shape has 2 in dimension 0, less than the 4 CTAs along it");
}

TEST_CASE("the candidate swizzles differ, fit the shape, and begin with the plain ones") {
  const Shape shape{32, 32};
  const auto all = swizzles(shape, 4);
  REQUIRE(all.size() > 20);
  CHECK(mlir_text(all[0]) ==
        "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>");
  CHECK(mlir_text(all[1]) ==
        "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>");
  bool nvmma = false;
  bool pads = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(refused(all[i], shape).empty());
    nvmma = nvmma || std::holds_alternative<NvmmaShared>(all[i].kind);
    pads = pads || std::holds_alternative<PaddedShared>(all[i].kind);
    for (std::size_t k = 0; k < i; ++k) {
      const SharedLayout a = build(all[i], shape);
      const SharedLayout b = build(all[k], shape);
      CHECK((a.paddings() != b.paddings() || mlir_text(a) != mlir_text(b)));
    }
  }
  CHECK(nvmma);
  CHECK(pads);
  CHECK_FALSE(swizzles({64}, 2).empty());
  CHECK_FALSE(swizzles({2, 2, 2}, 16).empty());
}

}  // namespace layoutq
