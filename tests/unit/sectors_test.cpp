#include "core/questions/sectors.h"

#include <doctest/doctest.h>

#include "tests/unit/layouts.h"

namespace layoutq {

namespace {

void check_repetition(const Layout& layout, const Memory& memory, Int sectors, Int bytes) {
  const Traffic got = repetition_traffic(layout, memory, {}, 0).value();
  CHECK(got.sectors == sectors);
  CHECK(got.requested_bytes == bytes);
}

}  // namespace

TEST_CASE("eight contiguous rows of 16 elements use every byte that they fetch") {
  const Layout layout = build(example(), {16, 16});
  check_repetition(layout, {4, {16, 1}, 0}, 16, 512);
  check_repetition(layout, {2, {16, 1}, 0}, 8, 256);
  CHECK(repetition_traffic(layout, {4, {16, 1}, 0}, {}, 0)->efficiency() == 1.0);
}

TEST_CASE("four columns of 32 rows use half of each sector") {
  const Layout layout = build(blocked({4, 1}, {8, 4}, {2, 1}, {0, 1}), {64, 16});
  check_repetition(layout, {4, {16, 1}, 0}, 32, 512);
}

TEST_CASE("rows whose stride is not a multiple of 16 bytes are loaded element by element") {
  const Layout layout = build(blocked({1, 8}, {4, 8}, {1, 1}, {1, 0}), {4, 64});
  const Memory odd{2, {2309, 1}, 0};
  CHECK(vector_registers(layout, odd) == 1);
  const CtaTraffic slow = cta_traffic(layout, odd, 1, 0);
  CHECK(slow.requests == 8);
  CHECK(slow.sectors == 140);
  CHECK(slow.ideal_sectors == 19);

  const Memory even{2, {2304, 1}, 0};
  CHECK(vector_registers(layout, even) == 8);
  const CtaTraffic fast = cta_traffic(layout, even, 8, 0);
  CHECK(fast.requests == 1);
  CHECK(fast.sectors == 16);
  CHECK(fast.efficiency() == 1.0);
}

TEST_CASE("a tensor that does not start on 16 bytes is loaded element by element") {
  const Layout layout = build(example(), {16, 16});
  CHECK(vector_registers(layout, {4, {16, 1}, 16}) == 4);
  CHECK(vector_registers(layout, {4, {16, 1}, 4}) == 1);
}

TEST_CASE("huge repetitions are counted without listing their elements") {
  // 2^25 elements in each of 32 lanes: 2^30 neighbours of 4 bytes.
  const Int wide = Int{1} << 25;
  const Layout row = build(blocked({wide}, {32}, {1}, {0}), {Int{1} << 30});
  check_repetition(row, {4, {1}, 0}, Int{1} << 27, Int{1} << 32);
  const Layout rows = build(blocked({wide, 1}, {1, 32}, {1, 1}, {1, 0}), {wide, 32});
  check_repetition(rows, {4, {64, 1}, 0}, 4 * wide, 128 * wide);
}

TEST_CASE("elements that lie 2^62 bytes apart are counted") {
  // A step past the last element would overflow.
  const Memory far{1, {Int{1} << 62}, 0};
  const Layout pair = build(blocked({1}, {2}, {1}, {0}), {2});
  CHECK(cta_traffic(pair, far, 1, 0).ideal_sectors == 2);
  const Layout apart = build(blocked({9}, {1}, {1}, {0}), {2});
  CHECK(request_traffic(apart, far, 1, {}, 1)->sectors == 1);
}

TEST_CASE("scattered rows that interleave are counted by listing them") {
  const Layout layout = build(blocked({64, 64}, {1, 1}, {1, 1}, {1, 0}), {64, 64});
  const Int far = Int{1} << 40;
  check_repetition(layout, {4, {far, far + (Int{1} << 30)}, 0}, 4096, 16384);
}

TEST_CASE("there is no answer if too many elements would have to be listed") {
  const Layout wide =
      build(blocked({300, 300, 300}, {1, 1, 1}, {1, 1, 1}, {2, 1, 0}), {300, 300, 300});
  CHECK_FALSE(repetition_traffic(wide, {4, {10007, 1009, 700}, 0}, {}, 0));
}

}  // namespace layoutq
