#include "cmd/report/glance.h"

#include <fmt/format.h>

#include "cmd/report/notes.h"
#include "core/layout/text.h"

namespace layoutq {

Glance glance_at(const Layout& layout, Int element_bytes) {
  Glance glance;
  for (int d = 0; d < layout.rank(); ++d) {
    glance.tilings.push_back(tiling(layout, d));
    glance.reductions.push_back(reduction(layout, d));
  }
  glance.replication = replication(layout);
  constexpr Int register_bytes = 4;
  // Elements narrower than 32 bits are packed.
  glance.words = element_bytes >= register_bytes
                     ? layout.registers() * (element_bytes / register_bytes)
                     : ceil_div(layout.registers(), register_bytes / element_bytes);
  return glance;
}

void write_glance(Output* output, const Layout& layout, const Glance& glance,
                  std::string_view dtype) {
  const Replication& whole = glance.replication;
  Int repetitions = 1;
  Dims tile;
  Dims reps;
  for (const Tiling& tiling : glance.tilings) {
    repetitions *= tiling.reps;
    tile.push_back(tiling.tile);
    reps.push_back(tiling.reps);
  }
  output->print(
      "tile       {}, {}\n", dims_text(tile),
      repetitions == 1 ? "once" : fmt::format("{} times ({})", repetitions, dims_text(reps)));
  output->print("threads    {}{} of {}\n",
                layout.blocks() > 1 ? fmt::format("{} of ", counted(layout.blocks(), "CTA")) : "",
                counted(layout.warps(), "warp"), counted(layout.lanes(), "lane"));
  output->print("registers  {} a thread, {} of 32 bits for {}\n", whole.registers_per_thread,
                glance.words, dtype);
  output->print(
      "copies     {}\n",
      whole.copies_max == 1 ? "none: one place holds each element"
      : whole.copies_min == whole.copies_max
          ? fmt::format("{} places hold each element", whole.copies_max)
          : fmt::format("{} to {} places hold an element", whole.copies_min, whole.copies_max));
  for (const Reduction& reduction : glance.reductions) {
    output->print("{:<11}axis {}: {}\n", reduction.axis == 0 ? "reduce" : "", reduction.axis,
                  costs_in_words(reduction));
  }
}

}  // namespace layoutq
