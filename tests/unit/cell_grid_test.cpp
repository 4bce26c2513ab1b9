#include "cmd/picture/cell_grid.h"

#include <doctest/doctest.h>

#include "cmd/error.h"

namespace layoutq {

TEST_CASE("the last dimension goes across, the one before it down, the others are pages") {
  const CellGrid grid({4, 8, 16}, -1, {.part_width = 30});
  CHECK(grid.down() == 1);
  CHECK(grid.across() == 2);
  CHECK(grid.rows() == 8);
  CHECK(grid.columns() == 16);
  std::vector<Coordinate> pages;
  grid.for_each_page([&](const Coordinate& page, Int, Int) { pages.push_back(page); });
  CHECK(pages == std::vector<Coordinate>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}});
  CHECK(grid.at(pages[2], 5, 7) == Coordinate{2, 5, 7});

  const CellGrid strip({64}, 0, {.part_width = 30});
  CHECK(strip.rows() == 1);
  CHECK(strip.columns() == 64);
}

TEST_CASE("an axis that is asked for is on the page") {
  CHECK(CellGrid({4, 8, 16}, 0, {}).down() == 0);
  CHECK(CellGrid({4, 8, 16}, 1, {}).down() == 1);
  CHECK(CellGrid({4, 8, 16}, 2, {}).across() == 2);
}

TEST_CASE("pages lie beside and below each other, within the size of all") {
  const CellGrid grid({3, 2, 4, 16}, -1, {.part_width = 30});
  std::vector<std::pair<Int, Int>> places;
  grid.for_each_page([&](const Coordinate&, Int x, Int y) {
    for (const auto& [other_x, other_y] : places) {
      const bool apart = std::abs(other_x - x) > grid.columns() * grid.cell_width() ||
                         std::abs(other_y - y) > grid.rows() * grid.cell_height();
      CHECK(apart);
    }
    places.emplace_back(x, y);
    CHECK(x + grid.columns() * grid.cell_width() <= grid.width());
    CHECK(y + grid.rows() * grid.cell_height() <= grid.height());
  });
  CHECK(places.size() == 6);
}

TEST_CASE("the parts of a cell fill it, however many there are") {
  for (Int most : {1, 2, 3, 5, 16, 64}) {
    const CellGrid grid({8, 8}, -1, {.most_parts = most, .part_width = 31});
    for (std::size_t count = 1; count <= static_cast<std::size_t>(most); ++count) {
      Int area = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const CellGrid::Part part = grid.part(i, count);
        CHECK(part.width >= 31);
        CHECK(part.height >= 14);
        CHECK(part.x + part.width <= grid.cell_width());
        CHECK(part.y + part.height <= grid.cell_height());
        area += part.width * part.height;
      }
      CHECK(area == grid.cell_width() * grid.cell_height());
    }
  }
}

TEST_CASE("what no program shows is refused") {
  CHECK_THROWS_AS(CellGrid({Int{1} << 20, Int{1} << 20, 4, 4}, -1, {}), Error);
  CHECK_THROWS_AS(CellGrid({2, Int{1} << 30}, -1, {}), Error);
  CHECK_NOTHROW(CellGrid({Int{1} << 20, Int{1} << 20}, -1, {}));
}

}  // namespace layoutq
