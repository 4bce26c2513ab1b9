#pragma once

#include <string_view>
#include <vector>

#include "cmd/report/output.h"
#include "core/questions/reduction.h"
#include "core/questions/replication.h"

namespace layoutq {

/// What there is to know about a layout in registers at a glance.
struct Glance {
  std::vector<Tiling> tilings;  ///< by dimension
  Replication replication;
  Int words = 0;  ///< 32-bit registers of a thread
  std::vector<Reduction> reductions;
};

Glance glance_at(const Layout& layout, Int element_bytes);

/// Its tile, threads, registers, copies and sums, a line each and more; `dtype` names the elements.
void write_glance(Output* output, const Layout& layout, const Glance& glance,
                  std::string_view dtype);

}  // namespace layoutq
