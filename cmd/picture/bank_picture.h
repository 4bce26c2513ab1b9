#pragma once

#include <string>
#include <vector>

#include "cmd/picture/picture.h"
#include "core/questions/banks.h"

namespace layoutq {

/// Registers that meet shared memory, and what they are called: "store", "load", or nothing.
struct DrawnAccess {
  std::string name;
  const BankAccess& access;
};

/// For each access the request that has the slowest phase, or, where `all`, every request: the
/// banks as columns, the wavefronts of each phase as rows, in the cells the lanes that are served,
/// collisions marked. Error for more than a picture can show.
Picture bank_picture(std::string caption, const std::vector<DrawnAccess>& accesses,
                     Int element_bytes, bool all);

}  // namespace layoutq
