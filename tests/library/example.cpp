#include <core/kinds/description.h>
#include <core/layout/owners.h>

#include <cstdio>

int main() {
  const layoutq::Blocked tile{.size_per_thread = {1, 4},
                              .threads_per_warp = {8, 4},
                              .warps_per_cta = {2, 1},
                              .order = {1, 0}};
  const layoutq::Layout layout = layoutq::build({tile}, {16, 16});
  for (layoutq::Owners owners = layout.owners({9, 6}); owners; owners.next()) {
    const layoutq::Place place = *owners;
    std::printf("warp %d, lane %d, register %d\n", int(place.warp), int(place.lane),
                int(place.reg));
  }
}
