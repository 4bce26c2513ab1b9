#include "core/layout/walk.h"

#include <doctest/doctest.h>

#include <utility>

#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

using Visits = std::vector<std::pair<Dims, Place>>;

void add(const Run& run, Visits* visits) {
  for (Int i = 0; i < run.length; ++i) {
    visits->push_back({run.part(i, 1).element, run.part(i, 1).place});
  }
}

Visits by_element(const Layout& layout, const Selection& selection) {
  Visits visits;
  walk_elements(layout, selection, [&](const Run& run) { add(run, &visits); });
  return visits;
}

Visits by_place(const Layout& layout, const Selection& selection) {
  Visits visits;
  walk_places(layout, selection, [&](const Run& run) { add(run, &visits); });
  return visits;
}

}  // namespace

TEST_CASE("a lane's walk visits its registers") {
  const Layout layout = build(example(), {16, 16});
  Region region = layout.everything();
  region.warp = {0, 1};
  region.lane = {5, 6};
  const Visits expected{{{1, 4}, {0, 0, 5, 0}},
                        {{1, 5}, {0, 0, 5, 1}},
                        {{1, 6}, {0, 0, 5, 2}},
                        {{1, 7}, {0, 0, 5, 3}}};
  CHECK(by_place(layout, {{region}}) == expected);
  CHECK(by_element(layout, {{region}}) == expected);
}

TEST_CASE("a walk visits a copied element once for each holder") {
  const Layout layout = build(example(), {8, 16});
  Region region = layout.everything();
  region.box[0] = {3, 4};
  region.box[1] = {0, 1};
  const Visits expected{{{3, 0}, {0, 0, 12, 0}}, {{3, 0}, {0, 1, 12, 0}}};
  CHECK(by_element(layout, {{region}}) == expected);
  CHECK(by_place(layout, {{region}}) == expected);
}

TEST_CASE("a walk skips to a box in the far corner of 2^30 x 2^30") {
  const Layout layout = build(example(), {huge, huge});
  Region region = layout.everything();
  region.box[0] = {huge - 7, huge - 6};   // 9 modulo 16
  region.box[1] = {huge - 10, huge - 8};  // 6 and 7 modulo 16
  // 2^52 repetitions of 4 registers.
  const Int last = Int{1} << 54;
  const Visits expected{{{huge - 7, huge - 10}, {0, 1, 5, last - 2}},
                        {{huge - 7, huge - 9}, {0, 1, 5, last - 1}}};
  CHECK(by_element(layout, {{region}}) == expected);
  CHECK(by_place(layout, {{region}}) == expected);
}

TEST_CASE("a walk skips to the last registers of one thread of 2^30 x 2^30") {
  const Layout layout = build(example(), {huge, huge});
  Region region = layout.everything();
  const Int last = Int{1} << 54;
  region.warp = {1, 2};
  region.lane = {5, 6};
  region.reg = {last - 2, last};
  const Visits expected{{{huge - 7, huge - 10}, {0, 1, 5, last - 2}},
                        {{huge - 7, huge - 9}, {0, 1, 5, last - 1}}};
  CHECK(by_element(layout, {{region}}) == expected);
  CHECK(by_place(layout, {{region}}) == expected);
}

TEST_CASE("a walk visits nothing if the selected places hold no element of the box") {
  const Layout layout = build(example(), {huge, huge});
  Region region = layout.everything();
  region.warp = {0, 1};
  region.box[0] = {huge - 8, huge};  // warp 1's rows
  CHECK(by_element(layout, {{region}}).empty());
  CHECK(by_place(layout, {{region}}).empty());
}

TEST_CASE("a selection of threads across two warps has two regions") {
  const Layout layout = build(example(), {16, 16});
  Region end = layout.everything();
  end.warp = {0, 1};
  end.lane = {31, 32};
  end.reg = {0, 1};
  Region start = end;
  start.warp = {1, 2};
  start.lane = {0, 1};
  const Visits expected{{{7, 12}, {0, 0, 31, 0}}, {{8, 0}, {0, 1, 0, 0}}};
  CHECK(by_element(layout, {{end, start}}) == expected);
  CHECK(by_place(layout, {{end, start}}) == expected);
  CHECK(place_after({{end, start}}, {0, 0, 31, 0}) == Place{0, 1, 0, 0});
  CHECK(place_after({{end, start}}, {0, 1, 0, 0}) == std::nullopt);
}

}  // namespace layoutq
