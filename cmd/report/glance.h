#pragma once

#include <string_view>
#include <vector>

#include "cmd/report/output.h"
#include "core/questions/reduction.h"
#include "core/questions/replication.h"
#include "core/questions/tiling.h"

namespace layoutq {

/// The answers about a layout of registers that fit on one screen.
struct Glance {
  std::vector<Tiling> tilings;  ///< one for each dimension
  Replication replication;
  Int words = 0;  ///< 32-bit registers of a thread
  std::vector<Reduction> reductions;
};

Glance glance_at(const Layout& layout, Int element_bytes);

/// Writes the tile, threads, registers, copies and sums, at least a line each. `dtype` names the
/// element type.
void write_glance(Output* output, const Layout& layout, const Glance& glance,
                  std::string_view dtype);

}  // namespace layoutq
