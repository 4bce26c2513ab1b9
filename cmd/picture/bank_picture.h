#pragma once

#include <string>
#include <vector>

#include "cmd/picture/picture.h"
#include "core/questions/banks.h"

namespace layoutq {

/// One side's access to shared memory, with its name: "store", "load", or empty.
struct DrawnAccess {
  std::string name;
  const BankAccess& access;
};

/// Draws the request with the slowest phase of each access or, if `all`, every request. Banks are
/// columns, the wavefronts of each phase are rows, and a cell names the lanes that the wavefront
/// serves from the bank; collisions are marked. Throws Error if a picture cannot show so much.
Picture bank_picture(std::string caption, const std::vector<DrawnAccess>& accesses,
                     Int element_bytes, bool all);

}  // namespace layoutq
